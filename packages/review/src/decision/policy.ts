// Review policy: what the repository has decided about breaking changes, in review-policy.yaml, which people edit.
import type { Position } from '@animal-store/spec';
import { getIn, listOf } from '@animal-store/spec/json';
import { isMap, isNode, LineCounter, type Pair, parseDocument } from 'yaml';
import { REPOSITORY } from '../repository.js';
import { readText, UserError } from '../user-input.js';
import { createCheck, type FileProblem } from './file-schema.js';

/** Relative to the repository. */
export const POLICY_NAME = 'packages/review/review-policy.yaml';
const POLICY_FILE = `${REPOSITORY}${POLICY_NAME}`;

export interface Approval extends Position {
  /** Of the change, as the reports print it. */
  fingerprint: string;
  reason: string;
}

export interface Policy {
  approvals: Approval[];
}

/** The default policy if there is no file. @throws UserError with a line for each problem. */
export async function readPolicy(file = POLICY_FILE): Promise<Policy> {
  return parsePolicy((await readText(file, POLICY_NAME)) ?? '');
}

/** @throws UserError with a line for each problem. */
export function parsePolicy(text: string): Policy {
  const lineCounter = new LineCounter();
  // Every value is a text at first, so that a fingerprint of digits alone is taken as it is written.
  const options = { lineCounter, prettyErrors: false, schema: 'failsafe' } as const;
  const document = parseDocument(text, options);
  const positionAt = (offset = 0): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  /** Of a value, or of a key of it that exists. */
  const placeOf = (path: string[], key?: string): Position => {
    const node = document.getIn(path, true);
    const isNamed = (pair: Pair) => String(pair.key) === key;
    const found = (isMap(node) && node.items.find(isNamed)?.key) || node;
    return positionAt(isNode(found) ? found.range?.[0] : 0);
  };
  const report = (problems: [Position, string][]): void => {
    if (problems.length === 0) return;
    const lines = problems.map(
      ([{ line, column }, message]) =>
        `${POLICY_NAME}:${line}:${column} ${message.replaceAll(/\s+/g, ' ')}`,
    );
    throw new UserError(lines.join('\n'));
  };
  report(document.errors.map(({ pos, message }) => [positionAt(pos[0]), message]));
  const policy = document.toJS() || {}; // an empty file has no value
  const problems = [...createCheck('policy')(policy), ...repetitionsIn(policy.approvals)];
  report(problems.map(({ path, key, message }) => [placeOf(path, key), message]));
  const approvals = policy.approvals.map((approval: Approval, index: number) => ({
    ...approval,
    reason: approval.reason.trim(),
    ...placeOf(['approvals', String(index)]),
  }));
  return { ...policy, approvals };
}

function repetitionsIn(approvals: unknown): FileProblem[] {
  const fingerprints = listOf(approvals).map((approval) => getIn(approval, 'fingerprint'));
  return fingerprints.flatMap((fingerprint, index) => {
    if (fingerprint === undefined || fingerprints.indexOf(fingerprint) === index) return [];
    const path = ['approvals', String(index), 'fingerprint'];
    return [{ path, message: `The change ${fingerprint} is already approved above.` }];
  });
}

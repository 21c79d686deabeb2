// Review policy: what the repository has decided about breaking changes, in review-policy.yaml, which people edit.
import type { Position } from '@animal-store/openapi-tools';
import { listOf } from '@animal-store/openapi-tools/json';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { REPOSITORY } from '../repository.js';
import { readText, UserError } from '../user-input.js';
import { problemsIn } from './file-schema.js';

/** Relative to the repository. */
export const POLICY_NAME = 'packages/review/review-policy.yaml';
const POLICY_FILE = `${REPOSITORY}${POLICY_NAME}`;

export interface Approval extends Position {
  /** Of the change, as the reports print it. */
  fingerprint: string;
  reason: string;
}

export interface Policy {
  unusedChanges: {
    /** Whether a breaking change passes that no key has called. */
    admit: boolean;
    /** The last days of the usage that count. */
    days: number;
  };
  /** Whether a change of a schema passes that perhaps breaks the wire: no message that was tried shows it. */
  unshownChanges: { admit: boolean };
  approvals: Approval[];
}

const DEFAULT_DAYS = 90;

/** The default policy if there is no file. @throws UserError with a line for each problem. */
export async function readPolicy(file = POLICY_FILE): Promise<Policy> {
  return parsePolicy((await readText(file, POLICY_NAME)) ?? '');
}

/** @throws UserError with a line for each problem. */
export function parsePolicy(text: string): Policy {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
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
  keepDigits(document);
  const value: unknown = document.toJS();
  report(
    problemsIn('policy', value).map(({ path, key, message }) => [placeOf(path, key), message]),
  );
  const { unusedChanges, unshownChanges, approvals: listed } = Object(value);
  const approvals = listOf(listed).map((approval, index): Approval => {
    const { fingerprint, reason } = Object(approval);
    return { fingerprint, reason: reason.trim(), ...placeOf(['approvals', String(index)]) };
  });
  report(
    approvals.flatMap(({ fingerprint }, index): [Position, string][] => {
      const first = approvals.find((approval) => approval.fingerprint === fingerprint);
      if (first === undefined || first === approvals[index]) return [];
      const message = `The change ${fingerprint} is already approved in line ${first.line}.`;
      return [[placeOf(['approvals', String(index), 'fingerprint']), message]];
    }),
  );
  const { admit, days } = Object(unusedChanges);
  return {
    unusedChanges: { admit: admit ?? false, days: days ?? DEFAULT_DAYS },
    unshownChanges: { admit: unshownChanges?.admit ?? false },
    approvals,
  };
}

/** A fingerprint such as 123456789012 or 1e3456789012 is a number of YAML: it is taken as it is written. */
function keepDigits(document: Document): void {
  visit(document, {
    Pair: (_key, { key, value }) => {
      if (String(key) === 'fingerprint' && isScalar(value) && typeof value.value === 'number')
        value.value = value.source;
    },
  });
}

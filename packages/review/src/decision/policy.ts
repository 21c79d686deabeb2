// Review policy: what the repository has decided about breaking changes, in review-policy.yaml, which people edit.
import type { Position } from '@animal-store/openapi-tools';
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { readText } from '../read-text.js';
import { REPOSITORY } from '../repository.js';
import { UserError } from '../user-error.js';

/** Relative to the repository. */
export const POLICY_NAME = 'packages/review/review-policy.yaml';
export const POLICY_FILE = `${REPOSITORY}${POLICY_NAME}`;

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
  approvals: Approval[];
}

/** Servers keep their usage for 400 days. */
const MAX_DAYS = 400;
const DEFAULT_POLICY: Policy = { unusedChanges: { admit: false, days: 90 }, approvals: [] };
const FINGERPRINT = /^[0-9a-f]{12}$/;

/** The default policy if there is no file. @throws UserError with a line for each problem. */
export async function readPolicy(file = POLICY_FILE): Promise<Policy> {
  const text = await readText(file, POLICY_NAME);
  return text === undefined ? DEFAULT_POLICY : parsePolicy(text);
}

/** @throws UserError with a line for each problem. */
export function parsePolicy(text: string): Policy {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const problems: string[] = [];
  const placeOf = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const report = (offset: number, message: string): void => {
    const { line, column } = placeOf(offset);
    problems.push(`${POLICY_NAME}:${line}:${column} ${message.replaceAll(/\s+/g, ' ')}`);
  };
  for (const { pos, message } of document.errors) report(pos[0], message);
  const policy =
    problems.length > 0
      ? DEFAULT_POLICY
      : toPolicy(document.contents, {
          report: (node, message) => report(node.range?.[0] ?? 0, message),
          placeOf: (node) => placeOf(node.range?.[0] ?? 0),
        });
  if (problems.length > 0) throw new UserError(problems.join('\n'));
  return policy;
}

interface Reader {
  report(node: Node, message: string): void;
  placeOf(node: Node): Position;
}

function toPolicy(root: ParsedNode | null, reader: Reader): Policy {
  const { unusedChanges, approvals } = entriesOf(root, reader, 'The policy', [
    'unusedChanges',
    'approvals',
  ]);
  const { admit, days } = entriesOf(unusedChanges, reader, '`unusedChanges`', ['admit', 'days']);
  const defaults = DEFAULT_POLICY.unusedChanges;
  return {
    unusedChanges: {
      admit: isAbsent(admit) ? defaults.admit : readFlag(admit, reader),
      days: isAbsent(days) ? defaults.days : readDays(days, reader),
    },
    approvals: readApprovals(approvals, reader),
  };
}

function readFlag(node: Node, { report }: Reader): boolean {
  if (isScalar(node) && typeof node.value === 'boolean') return node.value;
  report(node, '`admit` must be true or false.');
  return false;
}

function readDays(node: Node, { report }: Reader): number {
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_DAYS)
    return value;
  report(node, `\`days\` must be a number from 1 to ${MAX_DAYS}.`);
  return MAX_DAYS;
}

function readApprovals(list: Node | undefined, reader: Reader): Approval[] {
  if (isAbsent(list)) return [];
  if (!isSeq(list)) {
    reader.report(list, '`approvals` must be a list.');
    return [];
  }
  const firstLines = new Map<string, number>();
  return list.items.filter(isNode).flatMap((item) => {
    const keys = ['fingerprint', 'reason'] as const;
    if (!isMap(item)) {
      reader.report(item, `An approval must be a map of ${listOf(keys)}.`);
      return [];
    }
    const entries = entriesOf(item, reader, 'An approval', keys);
    const fingerprint = textOf(entries.fingerprint);
    const reason = textOf(entries.reason).trim();
    const { line, column } = reader.placeOf(item);
    const first = firstLines.get(fingerprint);
    if (!FINGERPRINT.test(fingerprint))
      reader.report(
        entries.fingerprint ?? item,
        '`fingerprint` must be the 12 hexadecimal digits that spec:diff prints for the change.',
      );
    else if (first !== undefined)
      reader.report(
        entries.fingerprint ?? item,
        `The change ${fingerprint} is already approved in line ${first}.`,
      );
    else firstLines.set(fingerprint, line);
    const isText = isScalar(entries.reason) && typeof entries.reason.value === 'string';
    if (reason === '' || !isText)
      reader.report(entries.reason ?? item, '`reason` must say why the change may break clients.');
    return [{ fingerprint, reason, line, column }];
  });
}

/** The values of a map by key. Other keys are problems; so is a node that is no map, unless it is absent. */
function entriesOf<Key extends string>(
  node: Node | null | undefined,
  { report }: Reader,
  name: string,
  keys: readonly Key[],
): { [Name in Key]?: Node } {
  const found: { [Name in Key]?: Node } = {};
  if (isAbsent(node)) return found;
  if (!isMap(node)) {
    report(node, `${name} must be a map of ${listOf(keys)}.`);
    return found;
  }
  for (const { key, value } of (node as YAMLMap).items) {
    const known = keys.find((wanted) => textOf(key) === wanted);
    if (known === undefined)
      report(isNode(key) ? key : node, `${name} has no \`${textOf(key)}\`, only ${listOf(keys)}.`);
    else if (isNode(value)) found[known] = value;
  }
  return found;
}

function isAbsent(node: Node | null | undefined): node is null | undefined {
  return node === null || node === undefined || (isScalar(node) && node.value === null);
}

/** As written: a fingerprint such as 123456789012 or 1e3456789012 is a number of YAML. */
function textOf(node: unknown): string {
  return isScalar(node) ? (node.source ?? String(node.value ?? '')) : '';
}

function listOf(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(' and ');
}

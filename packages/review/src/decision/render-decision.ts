// Texts of a decision in reports: for each breaking change its callers and whether it may pass, the lines to approve it, and the
// conclusion.
import { isDowngrade, isMajorStep } from '../diff/change.js';
import { printable, toMarkdown } from '../report-text.js';
import type { CallingKey } from './callers.js';
import { type DecidedChange, type Decision, isBreaking } from './decide.js';
import { POLICY_NAME } from './policy.js';

const MAX_KEYS = 5;
const MAX_OPERATIONS = 5;
const APPROVAL_HINT = `To approve what is not approved, add this below \`approvals\` in ${POLICY_NAME}, with a reason:`;

/** The lines below a change in the report for a terminal; none unless it is breaking. */
export function decisionLines(change: DecidedChange): string[] {
  if (!isBreaking(change)) return [];
  return [...callerLines(change), ...admissionOf(change)];
}

/**
 * The lines of both reports below all changes: what to add to the policy, and what to remove.
 * @param fence in Markdown, the lines before and after what to add.
 */
export function decisionSummary(
  { changes, unmatchedApprovals }: Decision,
  base: string,
  fence: [begin: string[], end: string[]] = [[], []],
): string[] {
  const [begin, end] = fence;
  const refused = changes.filter((change) => isBreaking(change) && change.admitted === undefined);
  // One approval is enough for all that have the same fingerprint.
  const messages = new Map(refused.map(({ fingerprint, message }) => [fingerprint, message]));
  const additions = [...messages].flatMap(([fingerprint, message]) => [
    `  - fingerprint: ${fingerprint} # ${printable(message)}`,
    '    reason: ""',
  ]);
  const removals = unmatchedApprovals.map(
    ({ fingerprint, line, column }) =>
      `${POLICY_NAME}:${line}:${column} The approval ${fingerprint} matches no breaking change since ${base}: remove it.`,
  );
  return [
    ...(additions.length > 0 ? [APPROVAL_HINT, ...begin, ...additions, ...end, ''] : []),
    ...(removals.length > 0 ? [...removals, ''] : []),
  ];
}

/** The section of the report in Markdown. */
export function decisionMarkdown(decision: Decision, base: string): string[] {
  const items = decision.changes
    .filter(isBreaking)
    .flatMap((change) => [
      `- ${toMarkdown(change.message)}`,
      ...decisionLines(change).map((line) =>
        line.replace(/^( *)(.*)/, (_, indent, text) => `  ${indent}- ${toMarkdown(text)}`),
      ),
    ]);
  return [
    ...(items.length > 0 ? ['### Approval of breaking changes', '', ...items, ''] : []),
    ...decisionSummary(decision, base, [['', '```yaml'], ['```']]),
  ];
}

function admissionOf({ fingerprint, admitted }: DecidedChange): string[] {
  if (admitted?.by === 'approval')
    return [`Approved (${fingerprint}): ${printable(admitted.reason)}`];
  if (admitted !== undefined) return [`Admitted without an approval: ${admitted.reason}`];
  return [`Not approved (${fingerprint}).`];
}

/** A title, and below it the keys. */
function callerLines({ callers, operations }: DecidedChange): string[] {
  if (callers === undefined) return [];
  const { days, from, to, keys } = callers;
  const called = `called ${operations.length === 0 ? 'the service' : namesOf(operations)}`;
  const period = `in the ${days === 1 ? '1 day' : `${days} days`} of usage from ${from} to ${to}`;
  if (keys.length === 0) return [`No key ${called} ${period}.`];
  const count = keys.length === 1 ? '1 key' : `${keys.length} keys`;
  const rest = keys.length - MAX_KEYS;
  return [
    `${count} ${called} ${period}:`,
    ...keys.slice(0, MAX_KEYS).map((key) => `  ${describeKey(key)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function describeKey({ id, name, plan, requests, lastDay }: CallingKey): string {
  const count = requests === 1 ? '1 request' : `${requests.toLocaleString('en')} requests`;
  // The operator chose the name. As code, it cannot mention people in a comment.
  const code = name === undefined ? [] : `\`${printable(name).replaceAll('`', "'")}\``;
  const parts = [code, id, plan ?? [], count, `last on ${lastDay}`].flat();
  return parts.map(printable).join(', ');
}

function namesOf(operations: readonly string[]): string {
  const names = operations.slice(0, MAX_OPERATIONS);
  const rest = operations.length - names.length;
  const list = rest > 0 ? [...names, `${rest} other operations`] : names;
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(list);
}

/** One line with both ratings, the next version, and what is missing for a breaking change to pass. */
export function conclusion(decision: Decision): string {
  const { wire, source, level, nextVersion, baseVersion, headVersion, announced } = decision;
  const isSameVersion = baseVersion === headVersion;
  const versions = isSameVersion
    ? `info.version is still ${baseVersion}`
    : `info.version went from ${baseVersion} to ${headVersion}`;
  if (isDowngrade(baseVersion, headVersion)) return `A version must not decrease, but ${versions}.`;
  if (level === 'none')
    return isSameVersion ? 'No changes.' : `No changes, except that ${versions}.`;
  const shown = decision.changes.filter((change) => change.wire === wire);
  const isPerhaps = wire === 'major' && shown.every(({ tried }) => tried !== undefined);
  const effect = `Wire: ${isPerhaps ? 'perhaps ' : ''}${wire}. Source: ${source}.`;
  if (level !== 'major')
    return `${effect} No breaking changes. The next version is ${nextVersion}; ${versions}.`;
  if (isMajorStep(baseVersion, headVersion))
    return `${effect} Breaking changes, announced by the version: ${versions}.`;
  const announcement =
    announced === 'major'
      ? ''
      : ` No changeset announces the next version ${nextVersion}, and ${versions}: run \`npm run changeset\`, and choose major for @animal-store/sdk.`;
  const breaking = decision.changes.filter(isBreaking);
  const refused = breaking.filter(({ admitted }) => admitted === undefined);
  const missing = `${refused.length} of ${breaking.length} breaking changes ${refused.length === 1 ? 'is' : 'are'}`;
  if (refused.length > 0)
    return `${effect} ${breaking.length === 1 ? 'The breaking change is' : missing} not approved.${announcement}`;
  if (announcement !== '')
    return `${effect} The breaking changes are approved, but not announced.${announcement}`;
  return `${effect} Breaking changes, approved, and announced by a major changeset: the next version is ${nextVersion}.`;
}

// Reports of witnesses: lines below a change in a terminal, a folded example in Markdown, a value or null in JSON.
import type { ReviewedChange } from '../diff/compare.js';
import { printable, toMarkdown } from '../report-text.js';
import type { Witness } from './witness.js';

/** None for a change that does not break the wire. */
export function witnessLines({ wire, witness, isPromise }: ReviewedChange): string[] {
  if (wire !== 'major') return [];
  if (witness !== undefined)
    return [...messageLines(witness), printable(`${witness.before} -> ${witness.after}`)];
  return isPromise ? ['no example: the contract itself says it'] : [];
}

/** The rating of the wire; `perhaps major` of what nothing shows. */
export function wireOf({ wire, tried }: Pick<ReviewedChange, 'wire' | 'tried'>): string {
  return tried === undefined ? wire : `perhaps ${wire}`;
}

/** The examples of some changes, each folded, and which changes have none. */
export function witnessSection(changes: readonly ReviewedChange[]): string[] {
  const broken = changes.filter(({ wire }) => wire === 'major');
  const listed = (title: string, hidden: readonly ReviewedChange[]) =>
    hidden.length === 0
      ? []
      : [title, '', ...hidden.map(({ message }) => `- ${toMarkdown(message)}`), ''];
  const hidden = broken.filter(({ witness }) => witness === undefined);
  return [
    ...broken.flatMap(({ message, witness }) =>
      witness === undefined ? [] : [...folded(message, witness), ''],
    ),
    ...listed(
      'Without an example, because the contract itself says it:',
      hidden.filter(({ isPromise }) => isPromise),
    ),
    ...listed(
      'Perhaps breaking, because no message shows it:',
      hidden.filter(({ isPromise }) => !isPromise),
    ),
  ];
}

/** For JSON: a change that breaks the wire has `witness`, which is null if there is none. */
export function withWitnessOrNull(change: ReviewedChange): object {
  return change.wire === 'major' ? { ...change, witness: change.witness ?? null } : change;
}

function folded(message: string, witness: Witness): string[] {
  return [
    `<details><summary>Example: ${escapeHtml(printable(message))}</summary>`,
    '',
    '```http',
    ...messageLines(witness), // no line of them is a fence alone
    '```',
    '',
    `- Before: ${toMarkdown(witness.before)}`,
    `- After: ${toMarkdown(witness.after)}`,
    '',
    '</details>',
  ];
}

function messageLines(witness: Witness): string[] {
  const { kind, method, path, status, body } = witness;
  const text = JSON.stringify(body);
  return [
    kind === 'request' ? `${method} ${path}` : `${status} in reply to ${method} ${path}`,
    ...headersOfInterest(witness),
    ...(text === undefined ? [] : [text]),
  ];
}

/** The headers that the reasons name, and those that decide about the body and the caller. */
function headersOfInterest({ headers, before, after }: Witness): string[] {
  const reasons = `${before} ${after}`;
  const decisive: Record<string, RegExp> = {
    Authorization: /401/,
    'Content-Type': /415|media type/,
    'Content-Length': /413/,
  };
  return Object.entries(headers)
    .filter(([name]) => reasons.includes(name) || decisive[name]?.test(reasons) === true)
    .map(([name, value]) => `${name}: ${value}`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

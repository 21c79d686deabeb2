// Reports of witnesses: lines below a change in a terminal, a folded example in Markdown, a value or null in JSON.
import type { ReviewedChange } from '../diff/compare.js';
import { printable, toMarkdown } from '../report-text.js';
import type { Witness } from './witness.js';

/** None for a change that does not break the wire. */
export function witnessLines({ wire, witness, tried }: ReviewedChange): string[] {
  if (wire !== 'major') return [];
  if (witness !== undefined)
    return [...messageLines(witness), printable(`${witness.before} -> ${witness.after}`)];
  if (tried === undefined) return ['not shown by an example'];
  return [`perhaps major: none of ${tried} messages that were tried shows it`];
}

/** The examples of some changes, each folded, and which changes have none. */
export function witnessSection(changes: readonly ReviewedChange[]): string[] {
  const broken = changes.filter(({ wire }) => wire === 'major');
  const hidden = broken
    .filter(({ witness }) => witness === undefined)
    .map(({ message }) => `- ${toMarkdown(message)}`);
  return [
    ...broken.flatMap(({ message, witness }) =>
      witness === undefined ? [] : [...folded(message, witness), ''],
    ),
    ...(hidden.length > 0 ? ['Not shown by an example:', '', ...hidden, ''] : []),
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

// Descriptions of changed values.
import { createHash } from 'node:crypto';

/** @param of ` of \`name\``, or nothing. */
export function describeValueChange(name: string, was: unknown, is: unknown, of = ''): string {
  const [before, after] = [was, is].map((value) =>
    value === undefined ? undefined : formatValue(value),
  );
  return describeChange(`\`${name}\`${of}`, before, after);
}

/** At least one of the texts is there. */
export function describeChange(subject: string, was?: string, is?: string): string {
  if (was === undefined) return `${subject} added: ${is}.`;
  return is === undefined
    ? `${subject} removed; it was ${was}.`
    : `${subject} changed from ${was} to ${is}.`;
}

const MAX_VALUE_LENGTH = 120;

export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value));
  if (text.length <= MAX_VALUE_LENGTH) return text;
  // The hash tells long values apart, so that an approval of one change is not one of another.
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${text.slice(0, MAX_VALUE_LENGTH)}... (SHA-256 ${hash})`;
}

const MAX_EXCERPT_LENGTH = 80;
/** The most characters before the first difference. */
const MAX_CONTEXT_LENGTH = 20;

/** Of prose and examples: each text, a long one from the word on that is the first to differ. */
export function describeRewording(name: string, was: unknown, is: unknown): string {
  const toText = (value: unknown) =>
    (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ').trim();
  const [before, after] = [toText(was), toText(is)];
  if (before === after) return `\`${name}\` has other spaces or line breaks.`;
  let same = 0;
  while (before[same] === after[same]) same += 1;
  const isLong = Math.max(before.length, after.length) > MAX_EXCERPT_LENGTH;
  const word = Math.max(before.lastIndexOf(' ', same - 1) + 1, same - MAX_CONTEXT_LENGTH);
  const start = isLong ? word : 0;
  const excerpt = (text: string) => {
    const end = start + MAX_EXCERPT_LENGTH;
    const shown = text.slice(start, end).replaceAll('`', "'"); // half of a code span would be code
    return `"${start > 0 ? '…' : ''}${shown}${text.length > end ? '…' : ''}"`;
  };
  const verb = typeof is === 'string' ? 'reworded' : 'changed';
  return `\`${name}\` ${verb} from ${excerpt(before)} to ${excerpt(after)}.`;
}

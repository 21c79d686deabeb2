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

// Descriptions of changed values.
import { createHash } from 'node:crypto';

/** @param of ` of \`name\``, or nothing. */
export function describeValueChange(name: string, was: unknown, is: unknown, of = ''): string {
  if (was === undefined) return `\`${name}\`${of} added: ${formatValue(is)}.`;
  if (is === undefined) return `\`${name}\`${of} removed; it was ${formatValue(was)}.`;
  return `\`${name}\`${of} changed from ${formatValue(was)} to ${formatValue(is)}.`;
}

const MAX_VALUE_LENGTH = 120;

export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : String(JSON.stringify(value));
  if (text.length <= MAX_VALUE_LENGTH) return text;
  // The hash tells long values apart, so that an approval of one change is not one of another.
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${text.slice(0, MAX_VALUE_LENGTH)}... (SHA-256 ${hash})`;
}

// Output of `keys history`: the audit log of a key.
import type { KeyEvent } from '../../model.js';
import { formatTable, truncate } from '../output.js';
import { timeOf } from './format.js';

const MAX_LINE_LENGTH = 80;

/** An object of the array that `keys history --json` prints. */
export function eventToJson({ keyId, atMs, action, details, actor }: KeyEvent) {
  return { keyId, at: new Date(atMs).toISOString(), action, details, actor };
}

/** A row for each event. The values that it changed follow in indented lines. @param isOfAll Whether rows name their key. */
export function formatHistory(events: readonly KeyEvent[], isOfAll: boolean): string {
  const rows = events.map(({ keyId, atMs, action, actor }) => ({
    at: timeOf(atMs),
    ...(isOfAll && { key: keyId }),
    action,
    actor,
  }));
  const details = events.map((event) =>
    Object.entries(event.details).map(([name, { before, after }]) => {
      const change = before === null ? show(after) : `${show(before)} -> ${show(after)}`;
      return `${toWords(name)}: ${change}`;
    }),
  );
  const lines = formatTable(rows, details).split('\n');
  return lines.map((line) => truncate(line, MAX_LINE_LENGTH)).join('\n');
}

/** `perMinute` becomes `per minute`. */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function show(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(show).join(', ');
  return String(value).replace(/^(\d{4}-\d\d-\d\dT[\d:]{8})\.\d{3}Z$/, '$1Z'); // to the second
}

// Canonical JSON: the same text for the same value, whatever its white space and order of names.
import { isObject } from './json-object.js';

/** Integers beyond 2^53 are bigint, and keep all their digits. Nothing for undefined. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson)}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const fields = Object.entries(sortNames(value)).map(
    ([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`,
  );
  return `{${fields}}`;
}

/** As in the fingerprints that servers have stored: names that are array indices come first, by their number. */
function sortNames(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

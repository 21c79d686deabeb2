// Refusal of a value that a caller passes.

/** @throws TypeError naming the value, and what it must be. */
export function refuse(label: string, expected: string, value: unknown): never {
  const got = typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
  throw new TypeError(`${label} must be ${expected} (got ${got})`);
}

/** A primitive as a text, anything else as its kind, because `[object Object]` says nothing. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

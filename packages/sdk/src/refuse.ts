// Refusal of a value that a caller passes.

/** @throws TypeError naming the value, and what it must be. */
export function refuse(label: string, expected: string, value: unknown): never {
  const got = typeof value === 'string' ? JSON.stringify(value) : String(value);
  throw new TypeError(`${label} must be ${expected} (got ${got})`);
}

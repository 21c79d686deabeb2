// JSON without rounded integers: the native parser and serializer, until a text has an integer beyond 2^53.

/** JSON.parse can round only numbers of 16 digits or more. */
const MAY_HAVE_UNSAFE_INTEGER = /\d{16}/;

/** The value, or a promise of it if the bigint parser has to be loaded. Undefined for a text that is not JSON, or is nested too deep. */
export function parseJson(text: string): unknown {
  return MAY_HAVE_UNSAFE_INTEGER.test(text)
    ? import('./bigint-json.js').then(({ parseBigIntJson }) => tryToParse(text, parseBigIntJson))
    : tryToParse(text, JSON.parse);
}

function tryToParse(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text, or a promise of it if the exact serializer has to be loaded. The promise rejects with a TypeError that names a
 * value that JSON cannot hold: a number that has been rounded, or an item that is undefined.
 * @param name The value's name in messages; empty for an object whose properties have their own.
 */
export function stringifyJson(value: unknown, name: string): string | Promise<string> {
  return isExact(value)
    ? JSON.stringify(value)
    : import('./exact-json.js').then(({ stringifyExactJson }) => stringifyExactJson(value, name));
}

/** Whether `JSON.stringify` writes all numbers and items of the value as they are. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && isSafe(value);
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  return (
    !(Array.isArray(value) && value.includes(undefined)) && Object.values(value).every(isExact)
  );
}

const isSafe = (value: number): boolean => !Number.isInteger(value) || Number.isSafeInteger(value);

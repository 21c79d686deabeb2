// JSON without rounded integers: the native parser and serializer, until a text has an integer beyond 2^53.

/** JSON.parse can round only numbers of 16 digits or more. */
const MAY_HAVE_UNSAFE_INTEGER = /\d{16}/;
/** As a number, rounded up to 2^63. */
const MAX_INT64 = 2 ** 63;

/**
 * The value, or a promise of it if the bigint parser has to be loaded.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!MAY_HAVE_UNSAFE_INTEGER.test(text)) return JSON.parse(text);
  return import('./bigint-json.js').then(({ parseBigIntJson }) => parseBigIntJson(text));
}

/**
 * The text, or a promise of it if the bigint serializer has to be loaded.
 * @param name The value's name in messages; empty for an object whose properties have their own.
 * @throws TypeError naming the value that JSON cannot hold: a number that has been rounded, or an item that is undefined.
 */
export function stringifyJson(value: unknown, name: string): string | Promise<string> {
  return hasBigInt(value, name)
    ? import('./bigint-json.js').then(({ stringifyBigIntJson }) => stringifyBigIntJson(value))
    : JSON.stringify(value);
}

/** @throws TypeError */
function hasBigInt(value: unknown, name: string): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value === 'number') assertExactNumber(name, value);
  if (typeof value !== 'object' || value === null) return false;
  let found = false;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (item === undefined) throw new TypeError(`${name}[${index}] must not be undefined`);
      found = hasBigInt(item, `${name}[${index}]`) || found;
    }
  } else {
    for (const [key, field] of Object.entries(value))
      found = hasBigInt(field, name ? `${name}.${key}` : key) || found;
  }
  return found;
}

/** Refuses NaN, infinities, and what may be a rounded 64-bit integer: a bigint would hold that exactly. */
function assertExactNumber(name: string, value: number): void {
  const isExact =
    !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > MAX_INT64;
  if (Number.isFinite(value) && isExact) return;
  throw new TypeError(`${name} must be a finite number, or a bigint above 2^53 (got ${value})`);
}

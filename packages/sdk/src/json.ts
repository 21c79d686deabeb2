// JSON without rounded integers: the native parser and serializer, until a text has an integer beyond 2^53.

/** JSON.parse can round only numbers of 16 digits or more. */
const MAY_HAVE_UNSAFE_INTEGER = /\d{16}/;

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
 * @throws TypeError naming the field whose number has already been rounded.
 */
export function stringifyJson(value: object): string | Promise<string> {
  let hasBigInt = false;
  const text = JSON.stringify(value, function (this: Record<string, unknown>, name, field) {
    const original = this[name]; // before toJSON, which some programs define on BigInt.prototype
    if (typeof original === 'number') assertExactNumber(name, original);
    if (typeof original !== 'bigint') return field;
    hasBigInt = true;
    return 0;
  });
  return hasBigInt
    ? import('./bigint-json.js').then(({ stringifyBigIntJson }) => stringifyBigIntJson(value))
    : text;
}

/** @throws TypeError for NaN, an infinity, or an integer beyond 2^53, which a number does not hold exactly. */
export function assertExactNumber(name: string, value: number): void {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
  throw new TypeError(`${name} must be a finite number, or a bigint above 2^53 (got ${value})`);
}

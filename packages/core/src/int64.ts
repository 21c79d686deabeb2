// Exact 64-bit integers.

/**
 * A 64-bit signed integer: a `number` if that is exact (from -(2^53 - 1) to 2^53 - 1), otherwise a `bigint`.
 * Source: `format: int64` in openapi.yaml.
 */
export type Int64 = number | bigint;

/**
 * The exact value of decimal digits with an optional minus sign, after any number of zeros; undefined for any other text and
 * outside 64 bits.
 */
export function parseInt64(text: string): Int64 | undefined {
  const [, sign, digits] = /^(-?)0*(\d{1,19})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = BigInt(`${sign}${digits}`);
  return BigInt.asIntN(64, value) === value ? toInt64(value) : undefined;
}

/** The same value as a `number` if that is exact, otherwise unchanged. */
export function toInt64(value: bigint): Int64 {
  const narrowed = Number(value);
  return Number.isSafeInteger(narrowed) ? narrowed : value;
}

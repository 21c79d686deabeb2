// Owns the type of a 64-bit integer and the one way to make one.

/**
 * A 64-bit signed integer, exact: a `number` where that is exact (up to 2^53 - 1 either way), a `bigint` beyond.
 * Source: `format: int64` in openapi.yaml.
 */
export type Int64 = number | bigint;

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** The exact value of plain decimal digits, with or without a minus sign; undefined for anything else or outside 64 bits. */
export function parseInt64(text: string): Int64 | undefined {
  if (!/^-?\d{1,32}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value < MIN || value > MAX ? undefined : toInt64(value);
}

/** The same value as a `number` if that is exact, else unchanged. */
export function toInt64(value: bigint): Int64 {
  const narrowed = Number(value);
  return Number.isSafeInteger(narrowed) ? narrowed : value;
}

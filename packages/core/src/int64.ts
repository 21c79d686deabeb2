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

/** Where a value has 64-bit integers, for clients that have them as strings. */
export interface Int64Place {
  /** Whether a number here is a 64-bit integer. */
  isInteger?: true;
  /** Whether a string here may be a text that the contract lists. No such text has digits alone. */
  isText?: true;
  /** Indexes into the list of places, by name; `null` for a part without a 64-bit integer. */
  parts?: Record<string, number | null>;
  /** Of items, and of properties with any other name. */
  others?: number;
}

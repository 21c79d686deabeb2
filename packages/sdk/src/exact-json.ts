// Serializer for values that may have integers beyond 2^53 or what JSON cannot hold. Loaded on first use.
import { stringifyBigIntJson } from './bigint-json.js';

/** As a number, rounded up to 2^63. */
const MAX_INT64 = 2 ** 63;

/**
 * @param name The value's name in messages; empty for an object whose properties have their own.
 * @throws TypeError naming the value that JSON cannot hold: a number that has been rounded, or an item that is undefined.
 */
export function stringifyExactJson(value: unknown, name: string): string {
  assertExact(value, name);
  return stringifyBigIntJson(value);
}

function assertExact(value: unknown, name: string): void {
  if (typeof value === 'number') assertExactNumber(name, value);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (item === undefined) throw new TypeError(`${name}[${index}] must not be undefined`);
      assertExact(item, `${name}[${index}]`);
    }
  } else {
    for (const [key, field] of Object.entries(value))
      assertExact(field, name ? `${name}.${key}` : key);
  }
}

/** Refuses NaN, infinities, and what may be a rounded 64-bit integer: a bigint would hold that exactly. */
function assertExactNumber(name: string, value: number): void {
  const isExact =
    !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > MAX_INT64;
  if (Number.isFinite(value) && isExact) return;
  throw new TypeError(`${name} must be a finite number, or a bigint above 2^53 (got ${value})`);
}

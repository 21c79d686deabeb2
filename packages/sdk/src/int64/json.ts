// JSON without rounded integers: the native parser and serializer, until a text or a value has an integer beyond 2^53. The parser
// reads such integers as strings with a marker.
import type { Int64 } from '@animal-store/core';
import { refuse } from '../client/refuse.js';

export const JSON_TYPE = 'application/json';

/** JSON.parse can round only numbers of 16 digits or more. */
const MAY_HAVE_UNSAFE_INTEGER = /\d{16}/;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
/** As a number, rounded up to 2^63. */
const MAX_INT64 = 2 ** 63;

/**
 * Integers beyond 2^53 become bigint if they have 64 bits. All other numbers stay numbers.
 * @throws SyntaxError, or a RangeError if the text is nested too deep.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text); // first, because TOKEN takes quadratic time in a string that does not end
  if (!MAY_HAVE_UNSAFE_INTEGER.test(text)) return value;
  const marker = createMarker(value);
  const marked = text.replace(TOKEN, (token) =>
    isBigInt64(token) ? `"${marker}${token}"` : token,
  );
  return JSON.parse(marked, (_, field: unknown) =>
    typeof field === 'string' && field.startsWith(marker)
      ? BigInt(field.slice(marker.length))
      : field,
  );
}

/** A text that no string in the value contains. It is not random: Next.js refuses `Math.random` while it prerenders. */
function createMarker(value: unknown): string {
  let marker = 'bigint-';
  for (const [found] of JSON.stringify(value).matchAll(/bigint-*/g))
    if (found.length >= marker.length) marker = `${found}-`;
  return marker;
}

/**
 * The value with each bigint as an integer.
 * @param name The value's name in messages; empty for an object whose properties have their own. Without it, nothing is
 * refused.
 * @throws TypeError naming the value that JSON cannot hold: a number that has been rounded, or an item that is undefined.
 */
export function stringifyJson(value: unknown, name?: string): string {
  if (typeof value === 'bigint') return String(value); // before toJSON, which some programs define on BigInt.prototype
  if (typeof value === 'number' && name !== undefined) assertExactNumber(name, value);
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value);
  const nameOf = (suffix: string) => (name === undefined ? undefined : name + suffix);
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown, index) => {
      const itemName = nameOf(`[${index}]`);
      if (item === undefined && itemName) throw new TypeError(`${itemName} must not be undefined`);
      return stringifyJson(item, itemName) ?? 'null';
    });
    return `[${items}]`;
  }
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const text = stringifyJson(field, nameOf(name ? `.${key}` : key));
    return text === undefined ? [] : `${JSON.stringify(key)}:${text}`; // undefined, or a function
  });
  return `{${fields}}`;
}

/** Refuses NaN, infinities, and what may be a rounded 64-bit integer: a bigint would hold that exactly. */
function assertExactNumber(name: string, value: number): void {
  const isExact =
    !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > MAX_INT64;
  if (Number.isFinite(value) && isExact) return;
  refuse(name, 'a finite number, or a bigint above 2^53', value);
}

/** Whether the text is an integer of 64 bits that a number would round. Longer ones are not parsed: that takes quadratic time. */
function isBigInt64(token: string): boolean {
  const integer = token.length < 21 && parseDigits(token);
  return typeof integer === 'bigint' && isInt64(integer);
}

/** A string of digits as the integer that it stands for; any other value as it is. */
export function parseDigits(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return value;
  const rounded = Number(value);
  return Number.isSafeInteger(rounded) ? rounded : BigInt(value);
}

/** Whether it is an integer that is sent exactly. */
export function isInt64(value: unknown): value is Int64 {
  return typeof value === 'bigint'
    ? BigInt.asIntN(64, value) === value
    : Number.isSafeInteger(value);
}

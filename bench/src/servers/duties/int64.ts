// Exact 64-bit integers, and JSON that keeps all their digits.
import { parse } from 'lossless-json';

const DECIMAL = /^-?(?:0|[1-9]\d{0,18})$/;
const LONG_NUMBER = /\d{16}/;

/** undefined unless the text is a decimal integer of 64 bits. */
export function parseInt64(text: string): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Numbers that JSON.parse might round are returned as bigint. The lossless parser is slower, and rarely needed. */
export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return parse(text, undefined, (digits) => parseInt64(digits) ?? Number(digits));
}

/** Whether a parsed value is an integer of 64 bits. */
export function isInt64(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return true;
  return typeof value === 'number' && Number.isSafeInteger(value);
}

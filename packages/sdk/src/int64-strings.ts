// 64-bit integers as strings: in results, and taken back from bodies.
import { INT64_SHAPES, OPERATION_INT64S } from '../generated/int64-shapes.js';
import { type ConvertInt64, convertInt64s } from './int64-places.js';
import { parseDigits } from './request/parameters.js';
import type { OperationId } from './types.js';

const JSON_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** A result with every 64-bit integer as a string. */
export function stringifyInt64s(id: OperationId, status: number, body: unknown): unknown {
  return convert(body, OPERATION_INT64S[id]?.[status], '', stringifyInt64);
}

/**
 * A body with every 64-bit integer as a number or a bigint.
 * @param label The body's name in messages; empty if its properties have their own.
 * @throws TypeError naming a string that must have the digits of a 64-bit integer.
 */
export function parseInt64Strings(id: OperationId, body: unknown, label: string): unknown {
  return convert(body, OPERATION_INT64S[id]?.body, label, parseInt64);
}

function convert(value: unknown, shape: number | undefined, label: string, each: ConvertInt64) {
  return convertInt64s({ shapes: INT64_SHAPES, convert: each }, value, [shape], label);
}

export const stringifyInt64: ConvertInt64 = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;

/** @throws TypeError */
export const parseInt64: ConvertInt64 = (value, { number, isText }, label) => {
  if (typeof value !== 'string' || isText) return value;
  const integer = parseDigits(value);
  const isWithin64Bits = typeof integer !== 'bigint' || BigInt.asIntN(64, integer) === integer;
  if (typeof integer !== 'string' && isWithin64Bits) return integer;
  if (number === 'any' && JSON_NUMBER.test(value)) return Number(value);
  throw new TypeError(`${label} must be a 64-bit integer (got ${JSON.stringify(value)})`);
};

// JSON text: written by the database or by a serializer, and sent as it is. 64-bit integers keep all their digits.
import { type Int64, toInt64 } from '@animal-store/core';
import { parse, stringify } from 'lossless-json';

/** A value as the text of its JSON, which is parsed only if somebody asks for the value. */
export class Json<Value> {
  constructor(readonly text: string) {}

  /** The value, with exact integers. Each call returns a new one. */
  parse(): Value {
    return parseJson(this.text) as Value; // the text was written from a Value
  }
}

/** The JSON text of a value. JSON.stringify is three times as fast as lossless-json, but throws on a bigint. */
export function toJsonText(value: unknown): string {
  if (value instanceof Json) return value.text;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return stringify(value) ?? '';
  }
}

const LONG_NUMBER = /\d{16}/;

/** Integers that a double cannot represent become bigints. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? parse(text, undefined, parseNumber) : JSON.parse(text);
}

function parseNumber(text: string): Int64 {
  return /^-?\d+$/.test(text) ? toInt64(BigInt(text)) : Number(text);
}

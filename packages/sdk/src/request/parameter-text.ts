// Texts of parameters: each value checked against its type, before anything is sent.
import type { ParameterSpec } from '../operation-spec.js';

/** One text or, for a list, one for each item. An empty text of a nullable parameter is null. */
export function toTexts(label: string, parameter: ParameterSpec, value: unknown): string[] {
  const { type = 'string', list, isNullable } = parameter;
  if (value === (isNullable ? '' : null))
    throw new TypeError(`${label} must not be ${isNullable ? 'empty' : 'null'}`);
  if (value === null) return [''];
  if (!list) return [toText(label, type, value)];
  if (!Array.isArray(value)) fail(label, 'an array', value);
  return Array.from(value, (item: unknown, index) => toText(`${label}[${index}]`, type, item));
}

/** Percent-encodes the text of a path or a query. */
export function encode(label: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new TypeError(`${label} must be well-formed Unicode`); // a surrogate without its pair
  }
}

function toText(label: string, type: ParameterSpec['type'], value: unknown): string {
  if (type === 'integer' || type === 'int64') assertInteger(label, type, value);
  else if (type === 'number') {
    if (!Number.isFinite(value)) fail(label, 'a finite number', value);
  } else if (typeof value !== type) fail(label, `a ${type}`, value);
  return String(value);
}

function assertInteger(label: string, type: 'integer' | 'int64', value: unknown): void {
  if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) fail(label, 'a 64-bit integer', value);
  } else if (!Number.isInteger(value)) {
    fail(label, 'an integer', value);
  } else if (!Number.isSafeInteger(value)) {
    fail(label, type === 'int64' ? 'a bigint above 2^53' : 'at most 2^53 - 1', value);
  }
}

function fail(label: string, expected: string, value: unknown): never {
  const got = typeof value === 'string' ? JSON.stringify(value) : String(value);
  throw new TypeError(`${label} must be ${expected} (got ${got})`);
}

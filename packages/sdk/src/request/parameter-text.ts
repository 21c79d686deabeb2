// Texts of parameters: each value checked against its type, before anything is sent.
import type { ParameterSpec } from '../operation-spec.js';

/** Characters that a header can carry: Latin-1 without control characters, and no space at either end. */
const HEADER_TEXT = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/** `name=value` pairs of a query, percent-encoded. None for an empty list whose items are repeated. */
export function toQueryPairs(label: string, parameter: ParameterSpec, value: unknown): string[] {
  const texts = toTexts(label, parameter, value).map((text) => encode(label, text));
  const values = parameter.list === 'comma-separated' ? [joinItems(label, texts)] : texts;
  if (parameter.isNonEmpty && values.length === 0)
    throw new TypeError(`${label} must not be empty`);
  return values.map((text) => `${encodeURIComponent(parameter.name)}=${text}`);
}

export function toHeaderText(label: string, parameter: ParameterSpec, value: unknown): string {
  const texts = toTexts(label, parameter, value);
  if (!texts.every((text) => HEADER_TEXT.test(text)))
    throw new TypeError(
      `${label} must be Latin-1 text without control characters and without spaces at its ends`,
    );
  if (parameter.list && texts.some((text) => text === '' || text.includes(',')))
    throw new TypeError(`${label} must not have an item that is empty or contains a comma`);
  return texts.join();
}

export function toPathText(label: string, parameter: ParameterSpec, value: unknown): string {
  const [text = ''] = toTexts(label, parameter, value);
  // A URL without that segment, or with its parent, is the address of another operation.
  if (['', '.', '..'].includes(text))
    throw new TypeError(`${label} must not be empty, "." or ".." (got "${text}")`);
  return encode(label, text);
}

/** One text or, for a list, one for each item. An empty text of a nullable parameter is null. */
function toTexts(label: string, parameter: ParameterSpec, value: unknown): string[] {
  const { type = 'string', list, isNullable } = parameter;
  if (value === (isNullable ? '' : null))
    throw new TypeError(`${label} must not be ${isNullable ? 'empty' : 'null'}`);
  if (value === null) return [''];
  if (!list) return [toText(label, type, value)];
  if (!Array.isArray(value)) fail(label, 'an array', value);
  return Array.from(value, (item: unknown, index) => toText(`${label}[${index}]`, type, item));
}

function toText(label: string, type: ParameterSpec['type'], value: unknown): string {
  switch (type) {
    case 'integer':
    case 'int64':
      assertInteger(label, type, value);
      break;
    case 'number':
      if (!Number.isFinite(value)) fail(label, 'a finite number', value);
      break;
    default:
      if (typeof value !== type) fail(label, `a ${type}`, value);
  }
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

/** A list with one empty item would be received as an empty list. */
function joinItems(label: string, texts: readonly string[]): string {
  if (texts.length === 1 && texts[0] === '')
    throw new TypeError(`${label} must not have a single item that is empty`);
  return texts.join();
}

function encode(label: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new TypeError(`${label} must be well-formed Unicode`); // a surrogate without its pair
  }
}

function fail(label: string, expected: string, value: unknown): never {
  throw new TypeError(`${label} must be ${expected} (got ${String(value)})`);
}

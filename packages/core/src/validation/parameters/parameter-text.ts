// Parameter text: the typed, exact value that the text of a parameter stands for. Source: the types in openapi.yaml.
import { isIdempotencyKey, unquoteIdempotencyKey } from '../../idempotency-key.js';
import { type Int64, parseInt64 } from '../../int64.js';
import type { ParameterSpec } from '../../operation-spec.js';
import { NOT_FINITE, NOT_INT64, type Problem } from '../error-details.js';
import { JSON_NUMBER } from '../json/strict-json.js';

export type ParameterValue = string | boolean | Int64 | null;

/** The value, or what is wrong with the text. */
type Parsed = { value: ParameterValue } | { problem: Problem };

const NOT_PERCENT_ENCODED: Problem = {
  code: 'malformed',
  message: 'is not valid percent-encoding',
};
const NOT_INTEGER: Problem = { code: 'type', message: 'must be an integer in decimal digits' };
const NOT_NUMBER: Problem = { code: 'type', message: 'must be a number as in JSON, such as -1.5' };
const NOT_BOOLEAN: Problem = { code: 'type', message: 'must be true or false' };

/** @param text As sent, still percent-encoded. */
export function parseText(parameter: ParameterSpec, text: string): Parsed {
  const { in: place, type, isNullable } = parameter;
  const decoded = isIdempotencyKey(parameter) ? unquoteIdempotencyKey(text) : DECODERS[place](text);
  if (decoded === undefined) return { problem: NOT_PERCENT_ENCODED };
  if (isNullable && (decoded === '' || (decoded === 'null' && type !== 'string')))
    return { value: null };
  return PARSERS[type](decoded);
}

const DECODERS: Record<ParameterSpec['in'], (text: string) => string | undefined> = {
  query: (text) => percentDecode(text.replaceAll('+', ' ')),
  path: percentDecode,
  header: (text) => text,
};

const PARSERS: Record<ParameterSpec['type'], (text: string) => Parsed> = {
  string: (value) => ({ value }),
  boolean: (text) =>
    text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: NOT_BOOLEAN },
  number: (text) => {
    if (!JSON_NUMBER.test(text)) return { problem: NOT_NUMBER };
    const value = Number(text);
    return Number.isFinite(value) ? { value } : { problem: NOT_FINITE };
  },
  integer: parseInteger,
  int64: (text) => {
    const value = parseInt64(text);
    if (value !== undefined) return { value };
    return { problem: isDigits(text) ? NOT_INT64 : { ...NOT_INT64, code: 'type' } };
  },
};

/** A value that is not exact becomes 2^53 or -2^53: whatever bound it violates, this value violates too. */
function parseInteger(text: string): Parsed {
  if (!isDigits(text)) return { problem: NOT_INTEGER };
  const limit = Number.MAX_SAFE_INTEGER + 1;
  return { value: Math.min(Math.max(Number(text), -limit), limit) + 0 }; // -0 is 0
}

function isDigits(text: string): boolean {
  return /^-?\d+$/.test(text);
}

/**
 * Names, and texts that are still percent-encoded, in their order. A name that cannot be decoded stays as sent. Each is decoded
 * when it is read, so that a caller that stops early does not pay for the rest.
 */
export function* queryPairs(query: string): Generator<[name: string, text: string]> {
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    yield [DECODERS.query(name) ?? name, rest.join('=')];
  }
}

/** Returns undefined if the text is not valid percent-encoding. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

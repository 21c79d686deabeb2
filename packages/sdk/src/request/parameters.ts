// Parameters of a call: checked against their types, and written into the parts of its request.
import { refuse } from '../client/refuse.js';
import type { CallArgument, WireOperation, WireParameter } from '../client/wire-operation.js';
import { isInt64, parseDigits } from '../int64/json.js';

type Texts = Readonly<Record<string, string>>;

/** What a call sends in each part of its request. */
export interface CallParts {
  /** Percent-encoded, by name. */
  path: Texts;
  /** Percent-encoded, as `name=text`. */
  query: readonly string[];
  headers: Texts;
  /** Undefined if none is sent. */
  body: unknown;
}

/** Characters that a header can carry: Latin-1 without control characters, and no space at either end. */
const HEADER_TEXT = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/;

/**
 * @param takesDigits Whether a string of digits is taken for a 64-bit integer.
 * @throws TypeError naming a parameter that is missing, unknown, or cannot be sent exactly.
 */
export function toCallParts(
  { parameters, body, isStructured }: WireOperation,
  argument: CallArgument,
  takesDigits: boolean,
): CallParts {
  if (typeof argument !== 'object' || argument === null)
    refuse('the argument', 'an object', argument);
  const entries = isStructured ? flattenParts(argument) : Object.entries(argument);
  const values = new Map(entries.filter(([, value]) => value !== undefined));
  const query: string[] = [];
  const parts: CallParts = { path: {}, query, headers: {}, body: undefined };
  let missing: string | undefined;
  for (const parameter of parameters) {
    const { name, in: place, isRequired } = parameter;
    const label = isStructured ? `${place === 'header' ? 'headers' : place}.${name}` : name;
    const value = values.get(label);
    values.delete(label);
    if (value === undefined) {
      if (isRequired) missing ??= label;
      continue;
    }
    const texts = toTexts(label, parameter, value, takesDigits);
    // An assignment would not add a property named `__proto__`.
    if (place === 'query') query.push(...toQuery(label, parameter, texts));
    else if (place === 'path') parts.path = { ...parts.path, [name]: toSegment(label, texts) };
    else parts.headers = { ...parts.headers, [name]: toHeader(label, parameter, texts) };
  }
  if (body && isStructured) {
    parts.body = values.get('body');
    values.delete('body');
    if (body === 'required' && parts.body === undefined) missing = 'body';
  } else if (body) {
    // What is no parameter is a property of the body. The service validates their names.
    if (body === 'required' || values.size > 0) parts.body = Object.fromEntries(values);
    values.clear();
  }
  for (const label of values.keys())
    throw new TypeError(`${label} is not a parameter of this operation`);
  if (missing) throw new TypeError(`${missing} is required`); // an unknown parameter may be the missing one, misspelled
  return parts;
}

/** @throws TypeError if it is no text, or one that would be changed or refused on its way. */
export function assertHeaderText(label: string, text: unknown): asserts text is string {
  if (typeof text === 'string' && HEADER_TEXT.test(text)) return;
  throw new TypeError(
    `${label} must be Latin-1 text without control characters and without spaces at its ends`,
  );
}

/** The parameters of a structured call by their labels, and its `body`. */
function flattenParts(argument: CallArgument): [label: string, value: unknown][] {
  return Object.entries(argument).flatMap(([part, values]): [string, unknown][] => {
    if (values === undefined || part === 'body') return [[part, values]];
    if (typeof values !== 'object' || values === null) refuse(part, 'an object', values);
    return Object.entries(values).map(([name, value]) => [`${part}.${name}`, value]);
  });
}

/** A URL without that segment, or with its parent, is the address of another operation. */
function toSegment(label: string, [text = '']: readonly string[]): string {
  if (['', '.', '..'].includes(text))
    throw new TypeError(`${label} must not be empty, "." or ".." (got "${text}")`);
  return encode(label, text);
}

function toQuery(
  label: string,
  { name, list, isNonEmpty }: WireParameter,
  texts: readonly string[],
): string[] {
  if (isNonEmpty && texts.length === 0) throw new TypeError(`${label} must not be empty`);
  const encoded = texts.map((text) => encode(label, text));
  const isJoined = list === 'comma-separated';
  // A list with one empty item would be received as an empty list.
  if (isJoined && texts.length === 1 && texts[0] === '')
    throw new TypeError(`${label} must not have a single item that is empty`);
  return (isJoined ? [encoded.join()] : encoded).map(
    (text) => `${encodeURIComponent(name)}=${text}`,
  );
}

function toHeader(label: string, { list }: WireParameter, texts: readonly string[]): string {
  for (const text of texts) {
    assertHeaderText(label, text);
    if (list && (text === '' || text.includes(',')))
      throw new TypeError(`${label} must not have an item that is empty or contains a comma`);
  }
  return texts.join();
}

/** One text or, for a list, one for each item. An empty text of a nullable parameter is null. */
function toTexts(
  label: string,
  { type = 'string', list, isNullable }: WireParameter,
  value: unknown,
  takesDigits: boolean,
): string[] {
  if (value === (isNullable ? '' : null))
    throw new TypeError(`${label} must not be ${isNullable ? 'empty' : 'null'}`);
  if (value === null) return [''];
  const toText = (name: string, item: unknown) => {
    const exact = takesDigits && type === 'int64' ? parseDigits(item) : item;
    const expected = expectedValue(type, exact);
    if (expected) refuse(name, expected, item);
    return String(exact);
  };
  if (!list) return [toText(label, value)];
  if (!Array.isArray(value)) refuse(label, 'an array', value);
  return Array.from(value, (item: unknown, index) => toText(`${label}[${index}]`, item));
}

/** What the value should be; undefined if it is that. */
function expectedValue(type: NonNullable<WireParameter['type']>, value: unknown) {
  if (type === 'number') return Number.isFinite(value) ? undefined : 'a finite number';
  if (type !== 'integer' && type !== 'int64')
    return typeof value === type ? undefined : `a ${type}`;
  if (isInt64(value)) return undefined;
  return 'an integer of 64 bits, as a bigint above 2^53';
}

/** Percent-encodes the text of a path or a query. */
function encode(label: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new TypeError(`${label} must be well-formed Unicode`); // a surrogate without its pair
  }
}

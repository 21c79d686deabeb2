// Boundary values: the values at which the schemas of a place begin or end to accept, and samples of each of them.
import { entriesOf, isObject, type JsonObject, listOf } from '@animal-store/openapi-tools';
import { withValue } from './message.js';
import { UNKNOWN_NAME } from './places.js';
import { sample, TEXT_OF_FORMAT } from './samples.js';

/** Longer texts and lists are not tried. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_ITEMS = 300;
const SEEDS = [1, 2, 3];

/** Values of each type. */
const ANY = ['a', 1, true, null, 0.5, [], {}, '', 0, -1, 2, false, 'true', '1'];
const INTEGER_EDGES = [2 ** 31, -(2 ** 31) - 1, 2 ** 31 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];

/** A schema, and the contract that its references point into. */
export interface SchemaIn {
  schema: JsonObject;
  document: JsonObject;
}

/**
 * In the order in which they are tried: those nearest to what the schemas say come first.
 * @param schemas of the place, in both contracts.
 * @param current the value there, in a valid message.
 */
export function boundaryValues(schemas: readonly SchemaIn[], current: unknown): unknown[] {
  const own = schemas.map(({ schema }) => schema);
  const samples = schemas.flatMap(({ schema, document }) => samplesOf(schema, document));
  return unique([
    ...own.flatMap((schema) => [
      ...listOf(schema.enum),
      ...('const' in schema ? [schema.const] : []),
    ]),
    ...numbers(own),
    ...texts(own),
    ...lists(schemas, [current, ...samples]),
    ...objects(schemas, [current, ...samples]),
    ...samples,
    ...ANY,
  ]);
}

function samplesOf(schema: JsonObject, document: JsonObject): unknown[] {
  const fixed = (['none', 'all'] as const).map((optional) => sample(schema, document, optional));
  const random = SEEDS.map((seed) => sample(schema, document, 'some', seed));
  return unique([...fixed, ...random]).filter((value) => value !== undefined);
}

function numbers(schemas: readonly JsonObject[]): number[] {
  const steps = valuesOf(schemas, ['multipleOf']);
  const bounds = valuesOf(schemas, [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ]).flatMap((bound) => [
    ...[0, 1, -1, 0.5, -0.5].map((distance) => bound + distance),
    ...steps.flatMap((step) => [0, 1, -1].map((more) => (Math.round(bound / step) + more) * step)),
  ]);
  const multiples = steps.flatMap((step) => [step, step + 1, 2 * step, 3 * step, step / 2]);
  const edges = schemas.some(({ format }) => format !== undefined) ? INTEGER_EDGES : [];
  return [...bounds, ...multiples, ...edges];
}

function texts(schemas: readonly JsonObject[]): string[] {
  const patterns = schemas.flatMap(({ pattern }) => toExpression(pattern));
  const lengths = aroundEach(valuesOf(schemas, ['minLength', 'maxLength']), MAX_TEXT_LENGTH);
  const characters = patterns.length > 0 ? ['a', 'A', '0', '-', ' ', 'é'] : ['a'];
  const hasFormat = schemas.some(({ format }) => format !== undefined);
  return [
    ...lengths.flatMap((length) => characters.map((character) => character.repeat(length))),
    ...(hasFormat ? Object.values(TEXT_OF_FORMAT) : []),
    ...(patterns.length > 0 ? decisive(patterns, lengths) : []),
  ];
}

/** Characters of Latin-1 that not all of the patterns match, alone, and in texts of the lengths of interest. */
function decisive(patterns: readonly RegExp[], lengths: readonly number[]): string[] {
  const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));
  const shortest = Math.max(1, Math.min(...lengths, 1));
  return characters
    .flatMap((character) => [character.repeat(shortest), `a${character}`])
    .filter((text) => {
      const matches = patterns.filter((pattern) => pattern.test(text)).length;
      return matches > 0 && matches < patterns.length;
    })
    .concat(characters.filter((text) => !patterns.some((pattern) => pattern.test(text))).slice(-3))
    .slice(0, 20);
}

function lists(schemas: readonly SchemaIn[], samples: readonly unknown[]): unknown[][] {
  const own = schemas.map(({ schema }) => schema);
  const isList = own.some(
    ({ type, items }) => items !== undefined || [type].flat().includes('array'),
  );
  if (!isList) return [];
  const items = unique([
    ...samples.flatMap((value) => (Array.isArray(value) ? value : [])),
    ...schemas.flatMap(({ schema: { items }, document }) =>
      isObject(items) ? samplesOf(items, document) : [],
    ),
    'a',
    1,
    null,
  ]);
  const bounds = valuesOf(own, ['minItems', 'maxItems', 'minContains', 'maxContains']);
  const lengths = aroundEach([0, 1, 2, 3, ...bounds], MAX_ITEMS);
  return [...new Set(lengths)].flatMap((length) => [
    ...items.slice(0, 6).map((item) => Array.from({ length }, () => item)),
    Array.from({ length }, (_, index) => distinct(items, index)),
  ]);
}

/** One of the items of the type of the first one or, when there are no more, one that differs from all others by its index. */
function distinct([first, ...others]: readonly unknown[], index: number): unknown {
  const same = [first, ...others.filter((item) => typeof item === typeof first)];
  const made = typeof first === 'string' ? `a${index}` : index;
  return index < same.length || typeof first === 'object' ? same[index % same.length] : made;
}

function objects(schemas: readonly SchemaIn[], samples: readonly unknown[]): unknown[] {
  const known = schemas.flatMap(({ schema, document }) =>
    entriesOf(schema.properties).map(([name, property]) => ({
      name,
      one: sample(property, document),
    })),
  );
  const own = schemas.map(({ schema }) => schema);
  const names = own.flatMap(({ required, dependentRequired, patternProperties }) => [
    ...listOf(required).map(String),
    ...entriesOf(dependentRequired).map(([name]) => name),
    ...entriesOf(patternProperties).map(([pattern]) =>
      String(sample({ type: 'string', pattern }, {})),
    ),
  ]);
  const counts = aroundEach(valuesOf(own, ['minProperties', 'maxProperties']), MAX_ITEMS);
  return samples
    .filter(isObject)
    .flatMap((value) => [
      ...Object.keys(value).map((name) => withValue(value, [name], undefined)),
      ...known.map(({ name, one }) => withValue(value, [name], one)),
      ...[...names, UNKNOWN_NAME, 'X', '1', 'a b'].flatMap((name) =>
        name in value ? [] : ['a', 1, null].map((one) => ({ ...value, [name]: one })),
      ),
      ...counts.map((count) => withCount(value, count)),
      ...samples.filter(isObject).map((other) => ({ ...value, ...other })),
    ]);
}

function withCount(value: JsonObject, count: number): JsonObject {
  const entries = Object.entries(value).slice(0, count);
  const first = entries[0]?.[1] ?? 'a';
  while (entries.length < count) entries.push([`p${entries.length}`, first]);
  return Object.fromEntries(entries);
}

/** Each count, one more and one less, as far as it is from 0 to a limit. */
function aroundEach(counts: readonly number[], max: number): number[] {
  return counts
    .flatMap((count) => [count, count + 1, count - 1])
    .filter((count) => count >= 0 && count <= max);
}

function valuesOf(schemas: readonly JsonObject[], keywords: readonly string[]): number[] {
  const values = schemas.flatMap((schema) => keywords.map((keyword) => schema[keyword]));
  return [...new Set(values)].filter((value) => typeof value === 'number');
}

function toExpression(pattern: unknown): RegExp[] {
  try {
    return typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [];
  } catch {
    return [];
  }
}

/** The first of equal values. */
export function unique<T>(values: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const value of values) {
    const key = JSON.stringify(value) ?? 'undefined';
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}

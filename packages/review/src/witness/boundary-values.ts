// Boundary values: the values at which the schemas of a place begin or end to accept, and samples of each of them.
import { entriesOf, isObject, type JsonObject, listOf } from '@animal-store/openapi-tools';
import { withValue } from './message.js';
import { type SchemaIn, UNKNOWN_NAME } from './places.js';
import { samplesOf, unique } from './samples.js';

/** Longer texts and lists are not tried. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_ITEMS = 300;

/** Values of each type. */
const ANY = ['a', 1, true, null, 0.5, [], {}, '', 'true', '1'];
const INTEGER_EDGES = [2 ** 31, -(2 ** 31) - 1, 2 ** 31 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];
/** Those that people can read come first. */
const CHARACTERS = Array.from({ length: 0x250 }, (_, code) =>
  String.fromCharCode((code + 0x20) % 0x250),
);

/**
 * In the order in which they are tried: those nearest to what the schemas say come first.
 * @param schemas of the place, in both contracts.
 * @param current the value there, in a valid message.
 */
export function boundaryValues(schemas: readonly SchemaIn[], current: unknown): unknown[] {
  const own = schemas.map(({ schema }) => schema);
  const samples = schemas.flatMap(samplesOf);
  return unique([
    ...own.flatMap((schema) => [...listOf(schema.enum), schema.const]),
    ...numbers(own),
    ...texts(own),
    ...lists(own, [current, ...samples]),
    ...objects(schemas, [current, ...samples]),
    ...samples,
    ...ANY,
  ]);
}

function numbers(schemas: readonly JsonObject[]): number[] {
  const bounds = valuesOf(schemas, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);
  const steps = valuesOf(schemas, ['multipleOf']).flatMap((step) => [step, step / 2]);
  const multiples = [...bounds, 0].flatMap((bound) =>
    [1, ...steps].flatMap((step) =>
      [0, 1, -1].map((more) => (Math.round(bound / step) + more) * step),
    ),
  );
  const edges = schemas.some(({ format }) => format !== undefined) ? INTEGER_EDGES : [];
  return [...multiples, ...bounds, ...edges];
}

function texts(schemas: readonly JsonObject[]): string[] {
  const lengths = aroundEach(valuesOf(schemas, ['minLength', 'maxLength']), MAX_TEXT_LENGTH);
  const patterns = schemas.flatMap(({ pattern }) => toExpression(pattern));
  const characters = CHARACTERS.flatMap((character) => [character, `a${character}`]);
  // The first text for each set of patterns that match it.
  const decisive = new Map<string, string>();
  for (const text of patterns.length > 0 ? characters : []) {
    const matches = patterns.map((pattern) => pattern.test(text)).join();
    decisive.set(matches, decisive.get(matches) ?? text);
  }
  return [...lengths.map((length) => 'a'.repeat(length)), ...decisive.values()];
}

function lists(schemas: readonly JsonObject[], samples: readonly unknown[]): unknown[][] {
  const known = samples.filter(Array.isArray);
  if (known.length === 0) return [];
  const items = unique([...known.flat(), 'a', 1, null]).slice(0, 6);
  const bounds = valuesOf(schemas, ['minItems', 'maxItems']);
  // Those of the type of the first one and, when there are no more, others that differ by their index.
  const alike = items.filter((item) => typeof item === typeof items[0]);
  const distinct = (index: number) =>
    alike[index] ?? (typeof items[0] === 'string' ? `a${index}` : index);
  return aroundEach([1, 2, ...bounds], MAX_ITEMS).flatMap((length) => [
    ...items.map((item) => Array.from({ length }, () => item)),
    Array.from({ length }, (_, index) => distinct(index)),
  ]);
}

function objects(schemas: readonly SchemaIn[], samples: readonly unknown[]): unknown[] {
  const properties = schemas.flatMap(({ schema, document }) =>
    entriesOf(schema.properties).map(([name, property]) => [
      name,
      samplesOf({ schema: property, document })[0],
    ]),
  );
  const own = schemas.map(({ schema }) => schema);
  const names = own.flatMap(({ required }) => listOf(required));
  const others = [...names, UNKNOWN_NAME, 'X'].flatMap((name) => [
    [name, 'a'],
    [name, 1],
  ]);
  const counts = aroundEach(valuesOf(own, ['minProperties', 'maxProperties']), MAX_ITEMS);
  return samples
    .filter(isObject)
    .flatMap((value) => [
      ...Object.keys(value).map((name) => withValue(value, [name], undefined)),
      ...[...properties, ...others].map(([name, one]) => ({ ...value, [String(name)]: one })),
      ...counts.map((count) => withCount(value, count)),
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
  return unique(counts.flatMap((count) => [count, count + 1, count - 1])).filter(
    (count) => count >= 0 && count <= max,
  );
}

function valuesOf(schemas: readonly JsonObject[], keywords: readonly string[]): number[] {
  const values = schemas.flatMap((schema) => keywords.map((keyword) => schema[keyword]));
  return unique(values).filter((value) => typeof value === 'number');
}

function toExpression(pattern: unknown): RegExp[] {
  try {
    return typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [];
  } catch {
    return [];
  }
}

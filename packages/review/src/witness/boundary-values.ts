// Boundary values: for each keyword, values at which the schemas of a place in messages begin or end to accept.
import { isDeepStrictEqual } from 'node:util';
import { getIn, isObject, type JsonObject } from '@animal-store/spec';
import {
  BOUND_KEYWORDS,
  BOUNDS,
  type BoundKeyword,
  type Direction,
  type Edge,
  innerOf,
  type Schema,
} from '@animal-store/spec/model';
import { sampleOf, toJsonSchema } from '@animal-store/spec/outputs';
import { ANY, inline } from '../diff/normalize/keywords.js';
import { withValue } from './message.js';

/** Longer texts, lists and objects are not tried. */
const MAX_SIZE = 10_000;
/** Of a property, an item or a branch. */
const MAX_VALUES = 150;
const MAX_DEPTH = 6;
/** Keywords that say nothing about values. */
const ANNOTATION = /^(?:\$comment|title|description|examples?|externalDocs|deprecated|x-.*)$/;
/** With texts that parameters read as other types. */
const ONE_OF_EACH_TYPE = ['a', 1, true, null, 0.5, [], {}, '', 'true', '1'];
const INTEGER_EDGES = [2 ** 31, -(2 ** 31) - 1, 2 ** 31 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER];
/** Those that people can read come first. */
const CHARACTERS = Array.from({ length: 0x250 }, (_, code) =>
  String.fromCharCode((code + 0x20) % 0x250),
);

type ValuesOf = (
  limits: readonly unknown[],
  place: ValuePlace,
  keyword: string,
) => readonly unknown[];

/** For a keyword, the first row that it matches: values around its limits, in the schemas of a place. */
const VALUES_BY_KEYWORD: [keywords: RegExp, valuesOf: ValuesOf][] = [
  [/^type$/, () => ONE_OF_EACH_TYPE],
  [/^(?:enum|const)$/, (lists) => lists.flat()],
  [/^multipleOf$/, (steps) => steps.flatMap((step) => [Number(step), Number(step) / 2])],
  [boundsOf('number'), (bounds) => aroundEach(bounds)],
  [/^pattern$/, decisiveTexts],
  [
    /^format$/,
    (formats, { sample }) => [
      ...formats.map((format) =>
        sample(inline({ ...ANY, types: ['string'], format: String(format) })),
      ),
      ...INTEGER_EDGES,
    ],
  ],
  [
    boundsOf('string'),
    (lengths, { values }) =>
      each(
        sizesAround(lengths),
        ['a', ...values.filter((value) => typeof value === 'string')],
        (length, text) => text.padEnd(length, text.at(-1)).slice(0, length),
      ),
  ],
  [
    boundsOf('array'),
    (sizes, { values }) =>
      each([2, ...sizesAround(sizes)], [...values.filter(Array.isArray), []], (length, [item]) => [
        Array.from({ length }, () => item ?? 'a'),
        Array.from({ length }, (_, index) => (typeof item === 'number' ? index : `a${index}`)),
      ]).flat(),
  ],
  [
    boundsOf('object'),
    (sizes, { objects }) =>
      each(sizesAround(sizes), objects, (size, value) => {
        const more = Array.from({ length: size }, (_, index) => [`p${index}`, 'a']);
        return Object.fromEntries([...Object.entries(value), ...more].slice(0, size));
      }),
  ],
  [
    /^(?:required|dependentRequired)$/,
    (_limits, { objects }) =>
      objects.flatMap((one) => Object.keys(one).map((name) => withValue(one, [name], undefined))),
  ],
  [
    /^properties$/,
    (maps, place, keyword) =>
      keysOf(maps).flatMap((name) =>
        each([undefined, ...place.inside([keyword, name])], place.objects, (value, one) =>
          withValue(one, [name], value),
        ),
      ),
  ],
  [
    /^(?:additional|unevaluated)Properties$/,
    (_limits, place, keyword) =>
      each([...place.inside([keyword]), ...ONE_OF_EACH_TYPE], place.objects, (extra, one) => ({
        ...one,
        extra,
      })),
  ],
  [
    /^items$/,
    (_limits, place, keyword) => {
      const items = [...place.inside([keyword]), ...ONE_OF_EACH_TYPE];
      return [...items.map((item) => [item]), items.slice(0, 2)];
    },
  ],
  [
    /^(?:allOf|oneOf|anyOf)$/,
    (lists, place, keyword) =>
      keysOf(lists).flatMap((index) => place.inside([keyword, index], place.values)),
  ],
  [/^discriminator$/, (_limits, place) => place.boundaryValues(['oneOf', 'anyOf'])],
  [/^/, (_limits, place, keyword) => place.inside([keyword], place.values)],
];

function boundsOf(type: (typeof BOUNDS)[BoundKeyword]['of']): RegExp {
  const keywords = BOUND_KEYWORDS.filter((keyword) => BOUNDS[keyword].of === type);
  return new RegExp(`^(?:${keywords.join('|')})$`);
}

/** A value of a message. */
export class ValuePlace {
  /** What may stand there. */
  readonly values: readonly unknown[];
  readonly #schemas: readonly Schema[];
  /** Their keywords. */
  readonly #keywords: readonly JsonObject[];

  /** @param edges of both contracts, or of one. @param known values that may stand there. */
  constructor(
    edges: readonly (Edge | undefined)[],
    private readonly direction: Direction,
    known: readonly unknown[] = [],
    /** For each place around it, its schemas. */
    private readonly parents: readonly (readonly Schema[])[] = [],
  ) {
    const present = edges.filter((edge) => edge !== undefined);
    this.#schemas = present.map(({ schema }) => schema);
    this.#keywords = this.#schemas.map((schema) => Object(toJsonSchema(inline(schema))));
    this.values = unique([...known, ...present.map(this.sample)]);
  }

  readonly sample = (edge: Edge): unknown => {
    try {
      return sampleOf(edge, this.direction);
    } catch {
      return undefined; // of a pattern that does not compile, for example
    }
  };

  get objects(): JsonObject[] {
    return [...this.values.filter(isObject).slice(0, 2), {}];
  }

  /** In the order in which they are tried. */
  boundaryValues(keywords = keysOf(this.#keywords)): unknown[] {
    const found = this.#isRecursive() ? [] : keywords.flatMap((keyword) => this.#valuesAt(keyword));
    return unique([...found, ...this.values, ...ONE_OF_EACH_TYPE]);
  }

  #isRecursive(): boolean {
    const around = this.parents.flat();
    return this.#schemas.some((schema) => around.includes(schema));
  }

  #valuesAt(keyword: string): readonly unknown[] {
    if (ANNOTATION.test(keyword)) return [];
    const [, valuesOf] = VALUES_BY_KEYWORD.find(([names]) => names.test(keyword)) ?? [];
    const limits = unique(this.#keywords.map((schema) => schema[keyword]));
    return valuesOf?.(limits, this, keyword) ?? [];
  }

  /** The boundary values of the schemas inside. @param known values that may stand there. */
  inside([keyword, key]: readonly string[], known?: readonly unknown[]): unknown[] {
    const kind = keyword === '$ref' ? 'reference' : keyword;
    const edges = this.#schemas.flatMap((schema) => [
      ...innerOf(schema)
        .filter((inner) => inner.kind === kind && (key === undefined || inner.key === key))
        .map(({ edge }) => edge),
      ...[schema.otherSchemas.get(keyword ?? '') ?? []].flat(),
    ]);
    if (edges.length === 0 || this.parents.length === MAX_DEPTH) return [];
    const place = new ValuePlace(edges, this.direction, known, [...this.parents, this.#schemas]);
    return place.boundaryValues().slice(0, MAX_VALUES);
  }
}

function each<A, B, C>(ones: readonly A[], others: readonly B[], make: (one: A, other: B) => C) {
  return ones.flatMap((one) => others.map((other) => make(one, other)));
}

/** The keys of objects, or of lists: first those that not all of them have with the same value. */
function keysOf(all: readonly unknown[]): string[] {
  const keys = [...new Set(all.flatMap((one) => Object.keys(Object(one))))];
  const isSame = (key: string) =>
    all.every((one) => isDeepStrictEqual(getIn(one, key), getIn(all[0], key)));
  return [...keys.filter((key) => !isSame(key)), ...keys.filter(isSame)];
}

/** Each number, and those beside it. */
function aroundEach(numbers: readonly unknown[]): number[] {
  const all = numbers.filter((one) => typeof one === 'number');
  return all.flatMap((one) => [one, one + 1, one - 1, one + 0.5]);
}

function sizesAround(limits: readonly unknown[]): number[] {
  const isSize = (one: number) => Number.isInteger(one) && one >= 0 && one <= MAX_SIZE;
  return aroundEach(limits).filter(isSize);
}

/** A text for each set of patterns that match it. */
function decisiveTexts(patterns: readonly unknown[]): string[] {
  const expressions = patterns
    .filter((pattern) => typeof pattern === 'string')
    .flatMap(toExpression);
  const texts = CHARACTERS.flatMap((character) => [character, `a${character}`]).reverse();
  const matches = (text: string) => expressions.map((one) => one.test(text)).join();
  return [...new Map(texts.map((text) => [matches(text), text])).values()];
}

function toExpression(pattern: string): RegExp[] {
  try {
    return [new RegExp(pattern, 'u')];
  } catch {
    return []; // an old contract may have it
  }
}

/** One of equal values; none is undefined. */
function unique(values: readonly unknown[]): unknown[] {
  const known = new Map<string | undefined, unknown>();
  for (const value of values) known.set(JSON.stringify(value), value);
  known.delete(undefined);
  return [...known.values()];
}

// Walk over two schemas in messages of one direction: a row for each keyword says how the set of valid values changes.
import { isDeepStrictEqual } from 'node:util';
import {
  entriesOf,
  isObject,
  parsePointer,
  percentDecode,
  resolvePointer,
} from '@animal-store/openapi-tools';
import type { Direction, Documents, Rating } from '../change.js';
import { describeValueChange, formatValue } from '../describe-change.js';
import { documentationChanges } from './documentation.js';
import {
  behaviour,
  below,
  both,
  childOf,
  documentation,
  type Finding,
  finding,
  type Pair,
  type Part,
} from './finding.js';
import { additionalChanges, propertyChanges, requiredChanges } from './object-keywords.js';
import { combine, invert, type Relation, rateConstraint, rateRelation } from './relations.js';
import { discriminatorChanges, unionChanges } from './unions.js';

/** The rating of a removal that was announced; undefined if it was not. */
export type Announced = (pointer: string) => Rating | undefined;

/** A pair of schemas, and what their keywords need to know. */
export interface SchemaPair extends Pair {
  was: Record<string, unknown>;
  is: Record<string, unknown>;
  /** ` of \`name\``, or nothing. */
  of: string;
  walk: SchemaWalk;
}

type Row = (keyword: string, pair: SchemaPair) => Finding[];

const ACCESS = /^(?:readOnly|writeOnly)$/;
const ANNOTATIONS =
  /^(?:\$comment|\$ref|title|description|examples?|externalDocs|deprecated|x-.*)$/;

export class SchemaWalk {
  readonly #known = new Map<string, Finding[]>();

  constructor(
    readonly documents: Documents,
    readonly direction: Direction,
    readonly announced: Announced,
  ) {}

  /** @param name of the property that the schemas describe. */
  compare(base: Part, head: Part, name?: string): Finding[] {
    const followed = [
      follow(this.documents.base, base),
      follow(this.documents.head, head),
    ] as const;
    // A reference beside other keywords is compared with a reference.
    const isKept = followed.some(isReference) && [base, head].every(isReference);
    const [before, after] = isKept ? [base as Named, head as Named] : followed;
    const of = after.name ?? before.name ?? name;
    const texts = documentationChanges(
      {
        base: { ...before, value: annotationsOf(base, before) },
        head: { ...after, value: annotationsOf(head, after) },
      },
      (key) => !ANNOTATIONS.test(key) || /^(?:\$ref|deprecated|x-deprecated-.*)$/.test(key),
    );
    const key = `${before.pointer} ${after.pointer} ${of}`;
    const known = this.#known.get(key);
    if (known !== undefined) return [...texts, ...known];
    this.#known.set(key, []); // of a recursive schema, the outer pair has the findings
    const found = this.#compareTargets(before, after, of === undefined ? '' : ` of \`${of}\``);
    this.#known.set(key, found);
    return [...texts, ...found];
  }

  #compareTargets(base: Part, head: Part, of: string): Finding[] {
    const [was, is] = [base.value, head.value].map((value) => (value === true ? {} : value));
    if (was === false || is === false) {
      if (was === is) return [];
      const relation = was === false ? 'wider' : 'narrower';
      const text = was === false ? 'some values are allowed now.' : 'no value is allowed any more.';
      return [this.related({ base, head }, text, relation)];
    }
    if (!isObject(was) || !isObject(is)) return [];
    const pair: SchemaPair = { base, head, was, is, of, walk: this };
    if (haveNoneInCommon(was.type, is.type)) return typeRow('type', pair);
    const keywords = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const rows = new Map<Row, string>();
    for (const keyword of keywords.filter((one) => one === '$ref' || !ANNOTATIONS.test(one)))
      if (!rows.has(rowOf(keyword))) rows.set(rowOf(keyword), keyword);
    const plain = keywords.filter((one) => !ANNOTATIONS.test(one) && rowOf(one) === plainRow);
    return [
      ...plain.flatMap((keyword) => plainRow(keyword, pair)),
      ...[...rows]
        .filter(([row]) => row !== plainRow)
        .flatMap(([row, keyword]) => row(keyword, pair)),
    ];
  }

  /** A finding that types show, rated by its relation. */
  related(
    pair: { base?: Part | undefined; head?: Part | undefined },
    text: string,
    relation: Relation,
    path: string[] = [],
  ): Finding {
    return { ...finding(pair, text, rateRelation(relation, this.direction), path), relation };
  }
}

function rowOf(keyword: string): Row {
  return Object.hasOwn(ROWS, keyword) ? (ROWS[keyword] ?? plainRow) : plainRow;
}

/** A reference beside keywords that validate: both hold. */
function referenceRow(_keyword: string, { base, head, was, is, of, walk }: SchemaPair): Finding[] {
  const [before, after] = [was, is].map(({ $ref }) => $ref);
  const at = (part: Part, $ref: unknown) => ({ value: { $ref }, pointer: `${part.pointer}/$ref` });
  if (before !== undefined && after !== undefined)
    return walk.compare(at(base, before), at(head, after));
  if (before === after) return [];
  const text = `\`$ref\`${of} was ${before === undefined ? 'added' : 'removed'}.`;
  const place = { base: childOf(base, '$ref'), head: childOf(head, '$ref') };
  return [walk.related(place, text, before === undefined ? 'narrower' : 'wider')];
}

/** The place of a keyword in both schemas. */
export function placeOf({ base, head }: Pair, keyword: string) {
  return { base: childOf(base, keyword), head: childOf(head, keyword) };
}

const BOUNDS = /^(?:min|max|multipleOf|pattern|format|uniqueItems|dependentRequired)/;

/** A keyword whose values alone decide. */
function plainRow(keyword: string, pair: SchemaPair): Finding[] {
  const [was, is] = [pair.was[keyword], pair.is[keyword]];
  if (isDeepStrictEqual(was, is)) return [];
  const place = placeOf(pair, keyword);
  const text = describeValueChange(keyword, was, is).replace('` ', `\`${pair.of} `);
  if (!BOUNDS.test(keyword) || keyword === 'minContains')
    return [{ ...finding(place, text, both('major')), relation: 'other' }];
  const relation = keyword === 'format' && isImplied(was, is, pair) ? 'same' : undefined;
  const rating = rateConstraint(keyword, was, is, pair.walk.direction, relation);
  const isRewritten = keyword === 'pattern' && rating.wire === 'none';
  return [
    {
      ...finding(
        place,
        isRewritten ? '`pattern` was rewritten; it matches the same texts.' : text,
        rating,
      ),
      relation: relation ?? relationIn(rating, pair.walk.direction),
    },
  ];
}

/** The relation that a rating expresses, as far as `not` needs it. */
function relationIn({ wire }: Rating, direction: Direction): Relation {
  if (wire === 'none') return 'same';
  if (wire === 'major') return 'other';
  return direction === 'request' ? 'wider' : 'narrower';
}

const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const;

/** Whether the format is int32, and the bounds of both schemas say the same. */
function isImplied(was: unknown, is: unknown, pair: SchemaPair): boolean {
  const isNamed = [was, is].every((format) => format === undefined || format === 'int32');
  return (
    isNamed &&
    [pair.was, pair.is].every(
      ({ minimum, maximum }) => Number(minimum) >= INT32[0] && Number(maximum) <= INT32[1],
    )
  );
}

const ROWS: Record<string, Row> = {
  $ref: referenceRow,
  type: typeRow,
  enum: valuesRow,
  const: valuesRow,
  minimum: lowerRow,
  exclusiveMinimum: lowerRow,
  maximum: upperRow,
  exclusiveMaximum: upperRow,
  properties: (_keyword, pair) => propertyChanges(pair),
  required: (_keyword, pair) => requiredChanges(pair),
  additionalProperties: (_keyword, pair) => additionalChanges(pair),
  patternProperties: (_keyword, pair) => mapRow('patternProperties', pair),
  dependentSchemas: (_keyword, pair) => mapRow('dependentSchemas', pair),
  items: itemsRow,
  prefixItems: itemsRow,
  contains: schemaRow,
  propertyNames: schemaRow,
  ...Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, conditionRow])),
  not: (keyword, pair) => {
    const { base, head } = placeOf(pair, keyword);
    if (base === undefined || head === undefined) return schemaRow(keyword, pair);
    const inner = pair.walk.compare(base, head);
    return reviewed(
      inner,
      invert(combine(inner.map(({ relation = 'other' }) => relation))),
      keyword,
      pair.walk,
    );
  },
  allOf: (keyword, pair) => unionChanges(keyword, pair),
  oneOf: (keyword, pair) => unionChanges(keyword, pair),
  anyOf: (keyword, pair) => unionChanges(keyword, pair),
  discriminator: (_keyword, pair) => discriminatorChanges(pair),
  default: (keyword, pair) => {
    const [was, is] = [pair.was[keyword], pair.is[keyword]];
    if (isDeepStrictEqual(was, is)) return [];
    const rating =
      pair.walk.direction === 'request'
        ? behaviour('major', 'A client that omits the value gets another behaviour.')
        : documentation('A default has no effect in responses.');
    return [
      {
        ...finding(placeOf(pair, keyword), describeValueChange(keyword, was, is), rating),
        relation: 'same',
      },
    ];
  },
  readOnly: () => [], // of a property, which propertyChanges rates
  writeOnly: () => [],
};

function typeRow(_keyword: string, pair: SchemaPair): Finding[] {
  const { was: before, is: after, of, walk } = pair;
  if (isDeepStrictEqual(before.type, after.type)) return [];
  const rating = rateConstraint('type', before.type, after.type, walk.direction);
  const [was, is] = [before.type, after.type].map(nameOf);
  const verb = isTypeWithin(after.type, before.type)
    ? 'narrowed'
    : isTypeWithin(before.type, after.type)
      ? 'widened'
      : 'changed';
  const text = `Type${of} ${verb} from '${was}' to '${is}'.`;
  return [
    {
      ...finding(placeOf(pair, 'type'), text, rating),
      relation: verb === 'changed' ? 'other' : verb === 'narrowed' ? 'narrower' : 'wider',
    },
  ];
}

/** `enum` and `const`. */
function valuesRow(_keyword: string, pair: SchemaPair): Finding[] {
  const [was, is] = [pair.was, pair.is].map(valuesOf);
  const keyword = [pair.was, pair.is].some((schema) => 'enum' in schema) ? 'enum' : 'const';
  if (isDeepStrictEqual(was, is)) return [];
  const rating = rateConstraint('enum', was, is, pair.walk.direction);
  const place = {
    base: childOf(pair.base, 'enum') ?? childOf(pair.base, 'const'),
    head: childOf(pair.head, 'enum') ?? childOf(pair.head, 'const'),
  };
  const named = `\`${keyword}\`${pair.of}`;
  const relation = was === undefined ? 'narrower' : is === undefined ? 'wider' : undefined;
  const missing = (from: unknown[] = [], other: unknown[] = []) =>
    from
      .filter((value) => !other.some((one) => isDeepStrictEqual(one, value)))
      .map((value) => (typeof value === 'string' ? `'${value}'` : formatValue(value)));
  const [lost, gained] = [missing(was, is), missing(is, was)];
  const texts = [
    ...(lost.length > 0 ? [`lost values: ${lost.join(', ')}`] : []),
    ...(gained.length > 0 ? [`gained values: ${gained.join(', ')}`] : []),
  ];
  const text =
    was === undefined
      ? `${named} was set to ${gained.join(', ')}.`
      : is === undefined
        ? `${named} removed; it was ${lost.join(', ')}.`
        : `${named} ${texts.join(', and ')}.`;
  return [
    {
      ...finding(place, text, rating),
      relation:
        relation ?? (lost.length === 0 ? 'wider' : gained.length === 0 ? 'narrower' : 'other'),
    },
  ];
}

export function valuesOf(schema: Record<string, unknown>): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function lowerRow(_keyword: string, pair: SchemaPair): Finding[] {
  return boundRow(pair, 'Lower bound', ['minimum', 'exclusiveMinimum'], '>', 1);
}

function upperRow(_keyword: string, pair: SchemaPair): Finding[] {
  return boundRow(pair, 'Upper bound', ['maximum', 'exclusiveMaximum'], '<', -1);
}

/** The tighter of an inclusive and an exclusive bound. @param sign 1 if a higher bound is tighter. */
function boundRow(
  pair: SchemaPair,
  title: string,
  keywords: [string, string],
  operator: string,
  sign: 1 | -1,
): Finding[] {
  const boundOf = (schema: Record<string, unknown>) => {
    const [inclusive, exclusive] = keywords.map((keyword) => schema[keyword]);
    if (inclusive === undefined && exclusive === undefined) return undefined;
    const isExclusive =
      inclusive === undefined ||
      (exclusive !== undefined && (Number(exclusive) - Number(inclusive)) * sign >= 0);
    return {
      value: Number(isExclusive ? exclusive : inclusive),
      isExclusive,
      keyword: isExclusive ? keywords[1] : keywords[0],
    };
  };
  const [was, is] = [boundOf(pair.was), boundOf(pair.is)];
  if (isDeepStrictEqual(was, is)) return [];
  const tighter = (one: NonNullable<typeof was>, other: NonNullable<typeof was>) =>
    (one.value - other.value) * sign || Number(one.isExclusive) - Number(other.isExclusive);
  const relation: Relation =
    was === undefined
      ? 'narrower'
      : is === undefined
        ? 'wider'
        : tighter(is, was) > 0
          ? 'narrower'
          : 'wider';
  const format = (bound: NonNullable<typeof was>) =>
    `${operator}${bound.isExclusive ? '' : '='} ${bound.value}`;
  const text =
    was === undefined || is === undefined
      ? `${title}${pair.of} ${was === undefined ? 'added' : 'removed; it was'}${was === undefined ? ':' : ''} ${format((was ?? is) as NonNullable<typeof was>)}.`
      : `${title}${pair.of} changed from '${format(was)}' to '${format(is)}'.`;
  const place = {
    base: was && childOf(pair.base, was.keyword),
    head: is && childOf(pair.head, is.keyword),
  };
  return [
    {
      ...finding(place, text, rateConstraint('maximum', 0, 0, pair.walk.direction, relation)),
      relation,
    },
  ];
}

/** One schema inside, which narrows the outer one as it is narrower itself. */
function schemaRow(keyword: string, pair: SchemaPair): Finding[] {
  const { base, head } = placeOf(pair, keyword);
  if (base !== undefined && head !== undefined)
    return below([keyword], pair.walk.compare(base, head));
  const text = `\`${keyword}\`${pair.of} was ${base === undefined ? 'added' : 'removed'}.`;
  return [pair.walk.related({ base, head }, text, base === undefined ? 'narrower' : 'wider')];
}

/** Conditions: a wider one may leave fewer valid values. */
function conditionRow(keyword: string, pair: SchemaPair): Finding[] {
  const { base, head } = placeOf(pair, keyword);
  if (base === undefined || head === undefined) return schemaRow(keyword, pair);
  return keyword === 'if'
    ? reviewed(pair.walk.compare(base, head), 'other', keyword, pair.walk)
    : below([keyword], pair.walk.compare(base, head));
}

/** The findings inside a condition, all rated by what they mean for the outer schema. */
function reviewed(
  inner: readonly Finding[],
  relation: Relation,
  keyword: string,
  walk: SchemaWalk,
): Finding[] {
  return below(
    [keyword],
    inner.map((found) =>
      found.relation === undefined || found.relation === 'same'
        ? found
        : { ...found, ...rateRelation(relation, walk.direction), relation },
    ),
  );
}

function mapRow(keyword: string, pair: SchemaPair): Finding[] {
  const { base, head } = placeOf(pair, keyword);
  if (base === undefined || head === undefined)
    return [
      pair.walk.related({ base, head }, base === undefined ? 'added.' : 'removed.', 'other', [
        keyword,
      ]),
    ];
  return [
    ...new Set([base, head].flatMap(({ value }) => entriesOf(value).map(([name]) => name))),
  ].flatMap((name) => {
    const [before, after] = [childOf(base, name), childOf(head, name)];
    if (before !== undefined && after !== undefined)
      return below([keyword, name], pair.walk.compare(before, after));
    return [
      pair.walk.related(
        { base: before, head: after },
        before === undefined ? 'added.' : 'removed.',
        'other',
        [keyword, name],
      ),
    ];
  });
}

/** Items by position, and all others: a position without a schema of its own has that of the others. */
function itemsRow(_keyword: string, pair: SchemaPair): Finding[] {
  const [was, is] = [pair.was.prefixItems, pair.is.prefixItems].map((list) =>
    Array.isArray(list) ? list.length : 0,
  );
  const positions = Array.from({ length: Math.max(was ?? 0, is ?? 0) }, (_, index) =>
    String(index),
  );
  const others = placeOf(pair, 'items');
  const found = positions.flatMap((index) => {
    const [before, after] = [
      childOf(pair.base, 'prefixItems', index),
      childOf(pair.head, 'prefixItems', index),
    ];
    const [one, other] = [before ?? others.base, after ?? others.head];
    if (one === undefined && other === undefined) return [];
    if (one === undefined || other === undefined)
      return [
        pair.walk.related(
          { base: before, head: after },
          one === undefined ? 'added.' : 'removed.',
          one === undefined ? 'narrower' : 'wider',
          ['prefixItems', index],
        ),
      ];
    return below(['prefixItems', index], pair.walk.compare(one, other));
  });
  return [...found, ...('items' in pair.was || 'items' in pair.is ? schemaRow('items', pair) : [])];
}

/** The schema that a part leads to, with the name of the last component. */
export function follow(document: unknown, part: Part): Part & { name?: string } {
  let found: Part & { name?: string } = part;
  const seen = new Set<string>();
  while (
    isObject(found.value) &&
    typeof found.value.$ref === 'string' &&
    !seen.has(found.value.$ref) &&
    Object.keys(found.value).every((key) => ANNOTATIONS.test(key) || ACCESS.test(key))
  ) {
    seen.add(found.value.$ref);
    const pointer = percentDecode(found.value.$ref);
    const name = parsePointer(pointer).at(-1);
    found = {
      value: resolvePointer(document, pointer),
      pointer,
      ...(name !== undefined && { name }),
    };
  }
  return found;
}

type Named = Part & { name?: string };

function isReference({ value }: Part): boolean {
  return isObject(value) && '$ref' in value;
}

function annotationsOf(part: Part, target: Part): unknown {
  if (!isObject(part.value) || part.value === target.value) return target.value;
  return { ...(isObject(target.value) ? target.value : {}), ...part.value };
}

function haveNoneInCommon(was: unknown, is: unknown): boolean {
  return (
    [was].flat().every((type) => !isTypeWithin(type, is)) &&
    [is].flat().every((type) => !isTypeWithin(type, was))
  );
}

function nameOf(type: unknown): string {
  return type === undefined ? 'any' : [type].flat().join(' | ');
}

/** A schema without a type allows any type. */
function isTypeWithin(inner: unknown, outer: unknown): boolean {
  if (outer === undefined) return true;
  if (inner === undefined) return false;
  const all = [outer].flat();
  return [inner]
    .flat()
    .every((type) => all.includes(type) || (type === 'integer' && all.includes('number')));
}

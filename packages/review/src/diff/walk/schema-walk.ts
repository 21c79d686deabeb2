// Walk over two schemas in messages of one direction: a row for each keyword says how the set of valid values changes.
import { isDeepStrictEqual } from 'node:util';
import {
  isObject,
  type JsonObject,
  parsePointer,
  percentDecode,
  resolvePointer,
} from '@animal-store/openapi-tools';
import { isAnnotation } from '../../schema-parts.js';
import type { Direction, Documents } from '../change.js';
import { formatValue } from '../describe-change.js';
import { alignSchemas } from '../normalize/align.js';
import { valuesOf } from './branches.js';
import { documentationChanges } from './documentation.js';
import {
  added,
  behaviour,
  below,
  both,
  documentation,
  entriesIn,
  type Finding,
  type Findings,
  finding,
  inside,
  isPair,
  type Pair,
  type Part,
  type Sides,
  valueChange,
  type WalkContext,
} from './finding.js';
import { additionalChanges, propertyChanges, requiredChanges } from './object-keywords.js';
import {
  combine,
  invert,
  type Relation,
  rateConstraint,
  rateRelation,
  relationOf,
  relationOfTypes,
} from './relations.js';
import { discriminatorChanges, unionChanges } from './unions.js';

/** A pair of schemas, and what their keywords need to know. */
export interface SchemaPair extends Pair {
  was: JsonObject;
  is: JsonObject;
  /** ` of \`name\``, or nothing. */
  of: string;
  walk: SchemaWalk;
}

type Row = (pair: SchemaPair, keyword: string) => Findings;
type Named = Part & { name?: string | undefined };

const ACCESS = /^(?:readOnly|writeOnly)$/;

export class SchemaWalk {
  readonly documents: Documents;
  readonly #known = new Map<string, Finding[]>();

  constructor(
    readonly context: WalkContext,
    readonly direction: Direction,
  ) {
    this.documents = context.documents;
  }

  /** @param name of the property that the schemas describe. */
  compare(base: Part, head: Part, name?: string): Finding[] {
    const [before, after] = this.#follow(...this.#align(base, head));
    const of = after.name ?? before.name ?? name;
    const annotated = {
      base: { ...before, value: annotationsOf(base, before) },
      head: { ...after, value: annotationsOf(head, after) },
    };
    const isRated = (key: string) =>
      !isAnnotation(key) || /^(?:deprecated|x-deprecated-.*)$/.test(key);
    const texts = [...documentationChanges(annotated, isRated)];
    const key = `${before.pointer} ${after.pointer} ${of}`;
    const known = this.#known.get(key);
    if (known !== undefined) return [...texts, ...known];
    this.#known.set(key, []); // of a recursive schema, the outer pair has the findings
    const pair = { base: before, head: after };
    const found = [...this.#keywords(pair, of === undefined ? '' : ` of \`${of}\``)];
    this.#known.set(key, found);
    return [...texts, ...found];
  }

  #follow(base: Part, head: Part): [Named, Named] {
    const { documents } = this;
    const followed = [follow(documents.base, base), follow(documents.head, head)] as const;
    // A reference beside other keywords is compared with a reference.
    if (followed.some(isReference) && [base, head].every(isReference)) return [base, head];
    return this.#align(...followed);
  }

  #align<Known extends Part>(base: Known, head: Known): [Known, Known] {
    const [was, is] = alignSchemas(base.value, head.value, this.documents.head);
    return [
      { ...base, value: was },
      { ...head, value: is },
    ];
  }

  *#keywords(pair: Pair, of: string): Findings {
    const [was, is] = [pair.base.value, pair.head.value].map((it) => (it === true ? {} : it));
    if (was !== is && was === false)
      yield this.related(pair, 'some values are allowed now.', 'wider');
    else if (was !== is && is === false)
      yield this.related(pair, 'no value is allowed any more.', 'narrower');
    if (!isObject(was) || !isObject(is)) return;
    const schemas: SchemaPair = { ...pair, was, is, of, walk: this };
    if (relationOfTypes(was.type, is.type) === 'disjoint') return yield* typeRow(schemas);
    const keywords = new Set(
      [...Object.keys(was), ...Object.keys(is)]
        .filter((keyword) => !isAnnotation(keyword))
        .map((keyword) => TOGETHER.get(keyword) ?? keyword),
    );
    for (const keyword of keywords) if (!ROWS.has(keyword)) yield* plainRow(schemas, keyword);
    for (const keyword of keywords) yield* ROWS.get(keyword)?.(schemas, keyword) ?? [];
  }

  /** A finding that types show, rated by its relation. */
  related(sides: Sides, text: string, relation: Relation, path: string[] = []): Finding {
    return finding(sides, text, rateRelation(relation, this.direction), path, relation);
  }

  /** What one contract alone has: more of it leaves fewer valid values. */
  presence(sides: Sides, text: string, path?: string[]): Finding {
    const relation = sides.base === undefined ? 'narrower' : 'wider';
    return this.related(sides, `${text}${added(sides)}.`, relation, path);
  }
}

/** Keywords that one row compares, by the one that stands for both. */
const TOGETHER = new Map([
  ['const', 'enum'],
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
  ['prefixItems', 'items'],
]);

const ROWS = new Map<string, Row>(
  Object.entries({
    $ref: referenceRow,
    type: typeRow,
    enum: valuesRow,
    minimum: (pair: SchemaPair) =>
      boundRow(pair, 'Lower bound', ['minimum', 'exclusiveMinimum'], '>', 1),
    maximum: (pair: SchemaPair) =>
      boundRow(pair, 'Upper bound', ['maximum', 'exclusiveMaximum'], '<', -1),
    properties: propertyChanges,
    required: requiredChanges,
    additionalProperties: additionalChanges,
    patternProperties: mapRow,
    dependentSchemas: mapRow,
    items: itemsRow,
    contains: schemaRow,
    propertyNames: schemaRow,
    if: (pair: SchemaPair, keyword: string) => invertedRow(pair, keyword, () => 'other'),
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword
    then: consequenceRow,
    else: consequenceRow,
    not: (pair: SchemaPair, keyword: string) =>
      invertedRow(pair, keyword, (relations) => invert(combine(relations))),
    allOf: unionChanges,
    oneOf: unionChanges,
    anyOf: unionChanges,
    discriminator: discriminatorChanges,
    default: (pair: SchemaPair, keyword: string) => {
      const rating =
        pair.walk.direction === 'request'
          ? behaviour('major', 'A client that omits the value gets another behaviour.')
          : documentation('A default has no effect in responses.');
      return valueChange(inside(pair, keyword), keyword, rating, '', 'same');
    },
    readOnly: () => [], // of a property, which propertyChanges rates
    writeOnly: () => [],
  }),
);

const BOUNDS = /^(?:min(?!Contains)|max|multipleOf|pattern|format|uniqueItems|dependentRequired)/;

/** A keyword whose values alone decide. */
function plainRow(pair: SchemaPair, keyword: string): Findings {
  const [was, is, { direction }] = [pair.was[keyword], pair.is[keyword], pair.walk];
  const sides = inside(pair, keyword);
  if (!BOUNDS.test(keyword)) return valueChange(sides, keyword, both('major'), pair.of, 'other');
  const relation =
    keyword === 'format' && isImplied(was, is, pair) ? 'same' : relationOf(keyword, was, is);
  const rating = rateConstraint(keyword, was, is, direction, relation);
  const isRewritten = keyword === 'pattern' && was !== is && rating.wire === 'none';
  const rewritten = '`pattern` was rewritten; it matches the same texts.';
  if (isRewritten) return [finding(sides, rewritten, rating, [], relation)];
  return valueChange(sides, keyword, rating, pair.of, relation);
}

const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const;

/** Whether the format is int32, and the bounds of both schemas say the same. */
function isImplied(was: unknown, is: unknown, pair: SchemaPair): boolean {
  return (
    [was, is].every((format) => format === undefined || format === 'int32') &&
    [pair.was, pair.is].every(
      ({ minimum, maximum }) => Number(minimum) >= INT32[0] && Number(maximum) <= INT32[1],
    )
  );
}

/** A reference beside keywords that validate: both hold. */
function* referenceRow({ base, head, was, is, of, walk }: SchemaPair): Findings {
  const at = (part: Part, $ref: unknown) => ({ value: { $ref }, pointer: `${part.pointer}/$ref` });
  if (was.$ref !== undefined && is.$ref !== undefined)
    yield* walk.compare(at(base, was.$ref), at(head, is.$ref));
  else if (was.$ref !== is.$ref)
    yield walk.presence(inside({ base, head }, '$ref'), `\`$ref\`${of} was `);
}

function* typeRow(pair: SchemaPair): Findings {
  const { was: before, is: after, of, walk } = pair;
  if (isDeepStrictEqual(before.type, after.type)) return;
  const rating = rateConstraint('type', before.type, after.type, walk.direction);
  const nameOf = (type: unknown) => (type === undefined ? 'any' : [type].flat().join(' | '));
  const found = relationOfTypes(before.type, after.type);
  const relation = found === 'narrower' || found === 'wider' ? found : 'other';
  const verb = { narrower: 'narrowed', wider: 'widened', other: 'changed' }[relation];
  const text = `Type${of} ${verb} from '${nameOf(before.type)}' to '${nameOf(after.type)}'.`;
  yield finding(inside(pair, 'type'), text, rating, [], relation);
}

/** `enum` and `const`. */
function* valuesRow(pair: SchemaPair): Findings {
  const [was, is] = [pair.was, pair.is].map(valuesOf);
  if (isDeepStrictEqual(was, is)) return;
  const keyword = [pair.was, pair.is].some((schema) => 'enum' in schema) ? 'enum' : 'const';
  const [values, constants] = [inside(pair, 'enum'), inside(pair, 'const')];
  const place = { base: values.base ?? constants.base, head: values.head ?? constants.head };
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
      ? `was set to ${gained.join(', ')}`
      : is === undefined
        ? `removed; it was ${lost.join(', ')}`
        : texts.join(', and ');
  const rating = rateConstraint('enum', was, is, pair.walk.direction);
  const relation = relationOf('enum', was, is);
  yield finding(place, `\`${keyword}\`${pair.of} ${text}.`, rating, [], relation);
}

interface Bound {
  keyword: string;
  value: number;
  isExclusive: boolean;
}

/** The tighter of an inclusive and an exclusive bound. @param sign 1 if a higher bound is tighter. */
function* boundRow(
  pair: SchemaPair,
  title: string,
  [inclusive, exclusive]: [string, string],
  operator: string,
  sign: 1 | -1,
): Findings {
  const boundsOf = (schema: JsonObject) =>
    [inclusive, exclusive]
      .map((keyword) => ({
        keyword,
        value: Number(schema[keyword] ?? Number.NaN),
        isExclusive: keyword === exclusive,
      }))
      .filter(({ value }) => !Number.isNaN(value))
      .sort(tighter);
  const tighter = (one: Bound, other: Bound) =>
    (other.value - one.value) * sign || Number(other.isExclusive) - Number(one.isExclusive);
  const format = ({ isExclusive, value }: Bound) => `${operator}${isExclusive ? '' : '='} ${value}`;
  const [was, is] = [boundsOf(pair.was)[0], boundsOf(pair.is)[0]];
  if (isDeepStrictEqual(was, is)) return;
  const place = {
    base: inside(pair, was?.keyword ?? '').base,
    head: inside(pair, is?.keyword ?? '').head,
  };
  const isNarrower = was === undefined || (is !== undefined && tighter(is, was) < 0);
  const relation = isNarrower ? 'narrower' : 'wider';
  const text =
    was === undefined
      ? `added: ${is && format(is)}`
      : is === undefined
        ? `removed; it was ${format(was)}`
        : `changed from '${format(was)}' to '${format(is)}'`;
  const rating = rateConstraint('maximum', 0, 0, pair.walk.direction, relation);
  yield finding(place, `${title}${pair.of} ${text}.`, rating, [], relation);
}

/** One schema inside, which narrows the outer one as it is narrower itself. */
function* schemaRow(pair: SchemaPair, keyword: string): Findings {
  const sides = inside(pair, keyword);
  if (isPair(sides)) yield* below([keyword], pair.walk.compare(sides.base, sides.head));
  else yield pair.walk.presence(sides, `\`${keyword}\`${pair.of} was `);
}

/** What follows from a condition. One that comes or goes with its condition is one change. */
function consequenceRow(pair: SchemaPair, keyword: string): Findings {
  return isPair(inside(pair, 'if')) ? schemaRow(pair, keyword) : [];
}

/** One schema inside, whose findings are all rated by what they mean together for the outer schema. */
function* invertedRow(
  pair: SchemaPair,
  keyword: string,
  outer: (relations: Relation[]) => Relation,
): Findings {
  const sides = inside(pair, keyword);
  if (!isPair(sides)) return yield* schemaRow(pair, keyword);
  const inner = pair.walk.compare(sides.base, sides.head);
  const relation = outer(inner.map((found) => found.relation ?? 'other'));
  for (const found of below([keyword], inner)) {
    const isPart = found.relation !== undefined && found.relation !== 'same';
    const rating = rateRelation(relation, pair.walk.direction);
    yield isPart ? { ...found, ...rating, relation } : found;
  }
}

function* mapRow(pair: SchemaPair, keyword: string): Findings {
  const maps = inside(pair, keyword);
  if (!isPair(maps)) return yield pair.walk.related(maps, `${added(maps)}.`, 'other', [keyword]);
  for (const [name, sides] of entriesIn(maps).all)
    if (isPair(sides)) yield* below([keyword, name], pair.walk.compare(sides.base, sides.head));
    else yield pair.walk.related(sides, `${added(sides)}.`, 'other', [keyword, name]);
}

/** Items by position, and all others: a position without a schema of its own has that of the others. */
function* itemsRow(pair: SchemaPair): Findings {
  const length = Math.max(
    ...[pair.was, pair.is].map(({ prefixItems: own }) => (Array.isArray(own) ? own.length : 0)),
  );
  const others = inside(pair, 'items');
  for (let index = 0; index < length; index += 1) {
    const path = ['prefixItems', String(index)];
    const own = inside(pair, ...path);
    const [base, head] = [own.base ?? others.base, own.head ?? others.head];
    if (base !== undefined && head !== undefined) yield* below(path, pair.walk.compare(base, head));
    else if (base !== undefined || head !== undefined) yield pair.walk.presence(own, '', path);
  }
  if ('items' in pair.was || 'items' in pair.is) yield* schemaRow(pair, 'items');
}

/** The schema that a part leads to, with the name of the last component. */
export function follow(document: unknown, part: Part): Named {
  let found: Named = part;
  const seen = new Set<string>();
  while (
    isObject(found.value) &&
    typeof found.value.$ref === 'string' &&
    !seen.has(found.value.$ref) &&
    Object.keys(found.value).every((key) => key === '$ref' || isAnnotation(key) || ACCESS.test(key))
  ) {
    seen.add(found.value.$ref);
    const pointer = percentDecode(found.value.$ref);
    const name = parsePointer(pointer).at(-1);
    found = { value: resolvePointer(document, pointer), pointer, name };
  }
  return found;
}

function isReference({ value }: Part): boolean {
  return isObject(value) && '$ref' in value;
}

function annotationsOf(part: Part, target: Part): unknown {
  if (!isObject(part.value) || part.value === target.value) return target.value;
  return { ...(isObject(target.value) ? target.value : {}), ...part.value };
}

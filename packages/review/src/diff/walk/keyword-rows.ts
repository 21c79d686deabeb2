// Keywords of two schemas: a row for each says how the set of valid values changes.
import { isDeepStrictEqual } from 'node:util';
import { lastKey } from '@animal-store/spec';
import { type Edge, isBound, type Schema } from '@animal-store/spec/model';
import { describeChange, describeValueChange, formatValue } from '../describe-change.js';
import { haveOtherTypes } from '../normalize/align.js';
import { inSchema, referencesIn } from '../normalize/contents.js';
import { keywordsOf } from '../normalize/keywords.js';
import { isSameEdge } from '../normalize/same-schema.js';
import { behaviour, both, documentation } from '../ratings.js';
import { additionalChanges, propertyChanges, requiredChanges } from './object-keywords.js';
import { type Relation, relationOf } from './relations.js';
import type { SchemaPair } from './schema-pair.js';
import { type Findings, Sides } from './sides.js';
import { discriminatorChanges, unionChanges } from './unions.js';

type Row = (pair: SchemaPair) => Findings;

/** The changes of all keywords of two schemas. */
export function* keywordChanges(pair: SchemaPair): Findings {
  const { was, is } = pair;
  if (was.isNever && !is.isNever) yield pair.related(pair, 'some values are allowed now.', 'wider');
  else if (!was.isNever && is.isNever)
    yield pair.related(pair, 'no value is allowed any more.', 'narrower');
  if (was.isNever || is.isNever) return;
  if (haveOtherTypes(was, is)) return yield* typeRow(pair);
  const present = [...keywordsOf(was), ...keywordsOf(is)];
  const keywords = new Set(present.map((keyword) => TOGETHER.get(keyword) ?? keyword));
  for (const keyword of keywords) if (!ROWS.has(keyword)) yield* plainRow(pair, keyword);
  for (const [keyword, row] of ROWS) if (keywords.has(keyword)) yield* row(pair);
}

/** Keywords that one row compares, by the one that stands for both. */
const TOGETHER = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);

const ROWS = new Map<string, Row>(
  Object.entries<Row>({
    type: typeRow,
    $ref: (pair) =>
      innerRow(
        pair,
        '$ref',
        pair.at(({ reference }) => reference, '$ref'),
      ),
    enum: valuesRow,
    minimum: (pair) => boundRow(pair, 'Lower bound', ['minimum', 'exclusiveMinimum'], '>', 1),
    maximum: (pair) => boundRow(pair, 'Upper bound', ['maximum', 'exclusiveMaximum'], '<', -1),
    items: (pair) =>
      innerRow(
        pair,
        'items',
        pair.below(({ items }) => items, 'items'),
      ),
    required: requiredChanges,
    additionalProperties: additionalChanges,
    properties: propertyChanges,
    allOf: (pair) => unionChanges(pair, 'allOf'),
    oneOf: (pair) => unionChanges(pair, 'oneOf'),
    anyOf: (pair) => unionChanges(pair, 'anyOf'),
    discriminator: discriminatorChanges,
    default: (pair) => {
      const rating =
        pair.direction === 'request'
          ? behaviour('major', 'A client that omits the value gets another behaviour.')
          : documentation('A default has no effect in responses.');
      const sides = pair.at((schema) => schema.notes.default, 'default');
      return sides.valueChange('default', rating, '', 'same');
    },
    readOnly: () => [], // of a property, which propertyChanges rates
    writeOnly: () => [],
  }),
);

/** Of a keyword whose value is plain. */
function plainValue(schema: Schema, keyword: string): unknown {
  if (keyword === 'format' || keyword === 'pattern') return schema[keyword];
  return (isBound(keyword) ? schema.bounds[keyword] : undefined) ?? schema.others[keyword];
}

/** A keyword whose values alone decide. Any change of one that the service does not serve is breaking. */
function* plainRow(pair: SchemaPair, keyword: string): Findings {
  const sides = pair.at((schema) => plainValue(schema, keyword), keyword);
  const { was, is } = sides;
  const isServed = !(keyword in pair.was.others || keyword in pair.is.others);
  if (sides.isSame) {
    if (!isServed && !hasSameTargets(keyword, pair))
      yield pair.find(`what \`${keyword}\` refers to changed.`, both('major'), 'other');
    return;
  }
  if (!isServed) return yield* sides.valueChange(keyword, both('major'), pair.of, 'other');
  const isHint = keyword === 'format' && isWithinInt32(was, is, pair);
  const relation = isHint ? 'same' : relationOf(keyword, was, is);
  const isRewritten = keyword === 'pattern' && relation === 'same';
  const text = isRewritten
    ? '`pattern` was rewritten; it matches the same texts.'
    : describeValueChange(keyword, was, is, pair.of);
  yield pair.constraint(keyword, sides, text, relation);
}

const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const;

/** Whether the format is int32, and the bounds of both schemas say the same. */
function isWithinInt32(was: unknown, is: unknown, pair: SchemaPair): boolean {
  return (
    [was, is].every((format) => format === undefined || format === 'int32') &&
    [pair.was, pair.is].every(
      ({ bounds: { minimum = Number.NaN, maximum = Number.NaN } }) =>
        minimum >= INT32[0] && maximum <= INT32[1],
    )
  );
}

/** Items, and a reference beside keywords: they narrow the schema as they are narrower themselves. */
function* innerRow(pair: SchemaPair, keyword: string, inner: Sides<Edge>): Findings {
  if (inner.isPair()) yield* pair.walk.compare(inner);
  else yield pair.alone(inner.called(...pair.path), `\`${keyword}\`${pair.of} was `);
}

const TYPE_VERBS: Partial<Record<Relation, string>> = { narrower: 'narrowed', wider: 'widened' };

function* typeRow(pair: SchemaPair): Findings {
  const sides = pair.at(({ types }) => types, 'type');
  if (sides.isSame) return;
  const nameOf = (types: readonly string[] | undefined) => types?.join(' | ') ?? 'any';
  const verb = TYPE_VERBS[relationOf('type', sides.was, sides.is)] ?? 'changed';
  const text = `Type${pair.of} ${verb} from '${nameOf(sides.was)}' to '${nameOf(sides.is)}'.`;
  yield pair.constraint('type', sides, text);
}

/** Enums to which the contract may add values within a major version. */
const ERROR_CODES = /^#\/components\/schemas\/Error(?:Detail)?Code$/;
const NEW_CODES = both('minor', 'The contract allows new codes within a major version.');

/** The only values. Where both contracts have one at most, it is called a constant. */
function* valuesRow(pair: SchemaPair): Findings {
  const [was, is] = [pair.was.enum, pair.is.enum];
  if (isDeepStrictEqual(was, is)) return;
  const keyword = [was, is].some((values = []) => values.length > 1) ? 'enum' : 'const';
  const missing = (from: readonly unknown[] = [], other: readonly unknown[] = []) =>
    from
      .filter((value) => !other.some((one) => isDeepStrictEqual(one, value)))
      .map((value) => (typeof value === 'string' ? `'${value}'` : formatValue(value)))
      .join(', ');
  const [lost, gained] = [missing(was, is), missing(is, was)];
  const texts = [lost && `lost values: ${lost}`, gained && `gained values: ${gained}`];
  const change =
    was === undefined
      ? `was set to ${gained}`
      : is === undefined
        ? `removed; it was ${lost}`
        : texts.filter(Boolean).join(', and ');
  const text = `\`${keyword}\`${pair.of} ${change}.`;
  const sides = pair.at((schema) => schema.enum, keyword);
  const found = pair.constraint('enum', sides, text);
  const isExtensible = pair.direction === 'reply' && ERROR_CODES.test(pair.base.pointer);
  yield isExtensible ? { ...found, ...NEW_CODES, source: lost ? 'major' : 'minor' } : found;
}

type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

/** The tighter of an inclusive and an exclusive bound. @param sign 1 if a higher bound is tighter. */
function* boundRow(
  pair: SchemaPair,
  title: string,
  [inclusive, exclusive]: [Bound, Bound],
  operator: string,
  sign: 1 | -1,
): Findings {
  // Of equal bounds, the exclusive one is the tighter.
  const boundOf = ({ bounds }: Schema) =>
    [exclusive, inclusive]
      .map((keyword) => ({ keyword, value: bounds[keyword] ?? Number.NaN }))
      .filter(({ value }) => !Number.isNaN(value))
      .sort((one, other) => (other.value - one.value) * sign)[0];
  const [was, is] = [boundOf(pair.was), boundOf(pair.is)];
  if (isDeepStrictEqual(was, is)) return;
  const format = ({ keyword, value }: { keyword: Bound; value: number }) =>
    `${operator}${keyword === exclusive ? '' : '='} ${value}`;
  const text = describeChange(`${title}${pair.of}`, was && format(was), is && format(is));
  const isNarrower =
    was === undefined ||
    (is !== undefined && ((is.value - was.value) * sign || Number(is.keyword === exclusive)) > 0);
  const before = pair.base.at(() => was, was?.keyword ?? '');
  const sides = new Sides(
    before,
    pair.head.at(() => is, is?.keyword ?? ''),
    pair.path,
  );
  const relation = isNarrower ? 'narrower' : 'wider';
  yield pair.constraint(inclusive, sides, text, relation);
}

/** Whether all that a keyword refers to, at any depth, is the same in both contracts. */
function hasSameTargets(keyword: string, { was, walk }: SchemaPair): boolean {
  const { base, head } = walk.context.contracts;
  const targets = new Set(referencesIn(was.others[keyword]));
  for (const target of targets) {
    const [before, after] = [base, head].map(({ schemas }) => schemas.get(lastKey(target)));
    if (!isSameEdge(before, after)) return false;
    for (const content of before ? inSchema(before, target, target) : [])
      for (const inner of content.targets) targets.add(inner); // grows during the iteration
  }
  return true;
}

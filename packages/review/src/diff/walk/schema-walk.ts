// Walk over two schemas in messages of one direction: a row for each keyword says how the set of valid values changes.
import { isDeepStrictEqual } from 'node:util';
import {
  findReferences,
  isObject,
  type JsonObject,
  lastKey,
  percentDecode,
  resolvePointer,
} from '@animal-store/spec';
import { isAccess, isAnnotation } from '../../schema-parts.js';
import type { Direction, Documents } from '../change.js';
import { describeChange, describeValueChange, formatValue } from '../describe-change.js';
import { alignSchemas, haveOtherTypes, valuesOf } from '../normalize/align.js';
import { behaviour, both, documentation } from '../ratings.js';
import { documentationChanges } from './documentation.js';
import { additionalChanges, propertyChanges, requiredChanges } from './object-keywords.js';
import { RATINGS, type Relation, rateConstraint, relationOf } from './relations.js';
import { type Finding, type Findings, type Pair, Part, Sides, type WalkContext } from './sides.js';
import { discriminatorChanges, unionChanges } from './unions.js';

/** A pair of schemas, and what their keywords need to know. */
export class SchemaPair extends Sides<Part> {
  constructor(
    base: Part,
    head: Part,
    path: readonly string[],
    override readonly was: JsonObject,
    override readonly is: JsonObject,
    /** ` of \`name\``, or nothing. */
    readonly of: string,
    readonly walk: SchemaWalk,
  ) {
    super(base, head, path);
  }

  get direction(): Direction {
    return this.walk.direction;
  }

  /** A finding that types show, rated by its relation. */
  related(sides: Sides, text: string, relation: Relation): Finding {
    return sides.find(text, RATINGS[this.direction][relation], relation);
  }

  /** What one contract alone has: more of it leaves fewer valid values. */
  alone(sides: Sides, text: string): Finding {
    const relation = sides.base === undefined ? 'narrower' : 'wider';
    return this.related(sides, `${text}${sides.change}.`, relation);
  }

  /** A change of a keyword that types show only if they express that keyword. */
  constraint(
    keyword: string,
    [was, is]: [was: unknown, is: unknown],
    text: string,
    sides = this.at(keyword),
    relation = relationOf(keyword, was, is),
  ): Finding {
    const rating = rateConstraint(keyword, was, is, this.direction, relation);
    return sides.find(text, rating, relation);
  }
}

type Row = (pair: SchemaPair, keyword: string) => Findings;

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
  compare({ base, head, path }: Pair, name?: string): Finding[] {
    const [before, after] = this.#follow(...this.#align(base, head));
    const of = after.name ?? before.name ?? name;
    const annotated = new Sides(withAnnotations(base, before), withAnnotations(head, after), path);
    const isRated = (key: string) =>
      !isAnnotation(key) || /^(?:deprecated|x-deprecated-.*)$/.test(key);
    const texts = [...documentationChanges(annotated, isRated)];
    const key = `${before.pointer} ${after.pointer} ${of}`;
    const known = this.#known.get(key);
    if (known !== undefined) return [...texts, ...known];
    this.#known.set(key, []); // of a recursive schema, the outer pair has the findings
    const [was, is] = [before.value, after.value];
    const label = of === undefined ? '' : ` of \`${of}\``;
    const pair = new SchemaPair(before, after, path, Object(was), Object(is), label, this);
    const found = [...this.#keywords(pair, was, is)].map((one) => ({ schemas: pair, ...one }));
    this.#known.set(key, found);
    return [...texts, ...found];
  }

  #follow(base: Part, head: Part): [Part, Part] {
    const { documents } = this;
    const followed = [follow(documents.base, base), follow(documents.head, head)] as const;
    // A reference beside other keywords is compared with a reference.
    if (followed.some(isReference) && [base, head].every(isReference)) return [base, head];
    return this.#align(...followed);
  }

  #align(base: Part, head: Part): [Part, Part] {
    const [was, is] = alignSchemas(base.value, head.value, this.documents.head);
    return [base.with(was), head.with(is)];
  }

  *#keywords(pair: SchemaPair, was: unknown, is: unknown): Findings {
    if (was !== is && was === false)
      yield pair.related(pair, 'some values are allowed now.', 'wider');
    else if (was !== is && is === false)
      yield pair.related(pair, 'no value is allowed any more.', 'narrower');
    if (!isObject(was) || !isObject(is)) return;
    if (haveOtherTypes(was, is)) return yield* typeRow(pair);
    const keywords = new Set(
      [...Object.keys(was), ...Object.keys(is)]
        .filter((keyword) => !isAnnotation(keyword))
        .map((keyword) => TOGETHER.get(keyword) ?? keyword),
    );
    for (const keyword of keywords) if (!ROWS.has(keyword)) yield* plainRow(pair, keyword);
    for (const keyword of keywords) yield* ROWS.get(keyword)?.(pair, keyword) ?? [];
  }
}

/** Keywords that one row compares, by the one that stands for both. */
const TOGETHER = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
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
    items: schemaRow,
    allOf: unionChanges,
    oneOf: unionChanges,
    anyOf: unionChanges,
    discriminator: discriminatorChanges,
    default: (pair: SchemaPair, keyword: string) => {
      const rating =
        pair.direction === 'request'
          ? behaviour('major', 'A client that omits the value gets another behaviour.')
          : documentation('A default has no effect in responses.');
      return pair.at(keyword).valueChange(keyword, rating, '', 'same');
    },
    readOnly: () => [], // of a property, which propertyChanges rates
    writeOnly: () => [],
  }),
);

const BOUNDS = /^(?:(?:min|max)(?:Length|Items|Properties)|multipleOf|pattern|format|uniqueItems)$/;

/** A keyword whose values alone decide. Any change of one that the service does not serve is breaking. */
function* plainRow(pair: SchemaPair, keyword: string): Findings {
  const sides = pair.at(keyword);
  const { was, is } = sides;
  if (sides.isSame) {
    if (!hasSameTargets(was, pair.walk.documents))
      yield pair.find(`what \`${keyword}\` refers to changed.`, both('major'), 'other');
    return;
  }
  if (!BOUNDS.test(keyword))
    return yield* sides.valueChange(keyword, both('major'), pair.of, 'other');
  const isHint = keyword === 'format' && isImplied(was, is, pair);
  const relation = isHint ? 'same' : relationOf(keyword, was, is);
  const isRewritten = keyword === 'pattern' && relation === 'same';
  const text = isRewritten
    ? '`pattern` was rewritten; it matches the same texts.'
    : describeValueChange(keyword, was, is, pair.of);
  yield pair.constraint(keyword, [was, is], text, sides, relation);
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
function* referenceRow(pair: SchemaPair): Findings {
  const [was, is] = [pair.was, pair.is].map(({ $ref }) => $ref);
  const at = (part: Part, $ref: unknown) => new Part({ $ref }, `${part.pointer}/$ref`);
  if (was !== undefined && is !== undefined)
    yield* pair.walk.compare(new Sides(at(pair.base, was), at(pair.head, is), pair.path));
  else if (was !== is) yield pair.alone(pair.at('$ref'), `\`$ref\`${pair.of} was `);
}

const TYPE_VERBS: Partial<Record<Relation, string>> = { narrower: 'narrowed', wider: 'widened' };

function* typeRow(pair: SchemaPair): Findings {
  const [was, is] = [pair.was, pair.is].map(({ type }) => type);
  if (isDeepStrictEqual(was, is)) return;
  const nameOf = (type: unknown) => (type === undefined ? 'any' : [type].flat().join(' | '));
  const relation = relationOf('type', was, is);
  const verb = TYPE_VERBS[relation] ?? 'changed';
  const text = `Type${pair.of} ${verb} from '${nameOf(was)}' to '${nameOf(is)}'.`;
  yield pair.constraint('type', [was, is], text);
}

/** Enums to which the contract may add values within a major version. */
const ERROR_CODES = /^#\/components\/schemas\/Error(?:Detail)?Code$/;
const NEW_CODES = both('minor', 'The contract allows new codes within a major version.');

/** The only values. Where both contracts have one at most, it is called a constant. */
function* valuesRow(pair: SchemaPair): Findings {
  const [was, is] = [valuesOf(pair.was), valuesOf(pair.is)];
  if (isDeepStrictEqual(was, is)) return;
  const keyword = [was, is].some((values = []) => values.length > 1) ? 'enum' : 'const';
  const missing = (from: unknown[] = [], other: unknown[] = []) =>
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
  const at = (part: Part, values: unknown) =>
    values === undefined ? undefined : new Part(values, `${part.pointer}/${keyword}`);
  const sides = new Sides(at(pair.base, was), at(pair.head, is), pair.path);
  const found = pair.constraint('enum', [was, is], text, sides);
  const isExtensible = pair.direction === 'response' && ERROR_CODES.test(pair.base.pointer);
  yield isExtensible ? { ...found, ...NEW_CODES, source: lost ? 'major' : 'minor' } : found;
}

/** The tighter of an inclusive and an exclusive bound. @param sign 1 if a higher bound is tighter. */
function* boundRow(
  pair: SchemaPair,
  title: string,
  [inclusive, exclusive]: [string, string],
  operator: string,
  sign: 1 | -1,
): Findings {
  // Of equal bounds, the exclusive one is the tighter.
  const boundOf = (schema: JsonObject) =>
    [exclusive, inclusive]
      .map((keyword) => ({ keyword, value: Number(schema[keyword] ?? Number.NaN) }))
      .filter(({ value }) => !Number.isNaN(value))
      .sort((one, other) => (other.value - one.value) * sign)[0];
  const [was, is] = [boundOf(pair.was), boundOf(pair.is)];
  if (isDeepStrictEqual(was, is)) return;
  const format = ({ keyword, value }: { keyword: string; value: number }) =>
    `${operator}${keyword === exclusive ? '' : '='} ${value}`;
  const text = describeChange(`${title}${pair.of}`, was && format(was), is && format(is));
  const isNarrower =
    was === undefined ||
    (is !== undefined && ((is.value - was.value) * sign || Number(is.keyword === exclusive)) > 0);
  const [before, after] = [pair.base.at(was?.keyword ?? ''), pair.head.at(is?.keyword ?? '')];
  const sides = new Sides(before, after, pair.path);
  const relation = isNarrower ? 'narrower' : 'wider';
  yield pair.constraint('maximum', [0, 0], text, sides, relation);
}

/** One schema inside, which narrows the outer one as it is narrower itself. */
function* schemaRow(pair: SchemaPair, keyword: string): Findings {
  const inner = pair.below(keyword);
  if (inner.isPair()) yield* pair.walk.compare(inner);
  else yield pair.alone(pair.at(keyword), `\`${keyword}\`${pair.of} was `);
}

/** Whether all that a value refers to, at any depth, is the same in both contracts. */
function hasSameTargets(value: unknown, { base, head }: Documents): boolean {
  const targets = new Set(findReferences(value).map(({ target }) => target));
  for (const target of targets) {
    const [was, is] = [resolvePointer(base, target), resolvePointer(head, target)];
    if (!isDeepStrictEqual(was, is)) return false;
    for (const inner of findReferences(was)) targets.add(inner.target); // grows during the iteration
  }
  return true;
}

/** The schema that a part leads to, with the name of the last component. */
export function follow(document: unknown, part: Part, seen: readonly string[] = []): Part {
  const { $ref, ...siblings }: JsonObject = isObject(part.value) ? part.value : {};
  const isPure = Object.keys(siblings).every((key) => isAnnotation(key) || isAccess(key));
  if (typeof $ref !== 'string' || !isPure || seen.includes($ref)) return part;
  const pointer = percentDecode($ref);
  const target = new Part(resolvePointer(document, pointer), pointer, lastKey(pointer));
  return follow(document, target, [...seen, $ref]);
}

function isReference({ value }: Part): boolean {
  return isObject(value) && '$ref' in value;
}

/** What a reference leads to, with the annotations beside the reference. */
function withAnnotations({ value }: Part, target: Part): Part {
  if (!isObject(value) || value === target.value) return target;
  return target.with({ ...(isObject(target.value) ? target.value : {}), ...value });
}

// Parameters of two operations: which came, went or were renamed, how they are written, and which texts are valid.
import { isDeepStrictEqual } from 'node:util';
import { isIdempotencyKey } from '@animal-store/core';
import { METHODS_WITH_KEY } from '@animal-store/spec';
import { type Operation, onlyTypeOf, type Parameter, type Schema } from '@animal-store/spec/model';
import { lifeCycleChanges, rateRemoval } from '../life-cycle.js';
import { isReference, keywordsOf } from '../normalize/keywords.js';
import { isSameEdge } from '../normalize/same-schema.js';
import { behaviour, both, dispensable, REFUSED, REQUIRED, sourceOnly } from '../ratings.js';
import { documentationChanges, ofCarrier } from './documentation.js';
import { combine, RATINGS } from './relations.js';
import type { SchemaWalk } from './schema-walk.js';
import { type Findings, matchParts, type Pair, Part, Sides } from './sides.js';

const SERIALIZED = behaviour('major', 'Clients must serialize its value in another way.');
const SELECTS_OTHERS = behaviour('major', 'The same requests select other items.');

export function* parameterChanges(pair: Pair<Operation>, schemas: SchemaWalk): Findings {
  const { was: before, is: after, path } = pair;
  const parametersIn = ({ parameters }: Operation) =>
    parameters.map(({ value }) => new Part(value, value.at));
  const { pairs, alone } = matchParts(
    path,
    parametersIn(before),
    parametersIn(after),
    (one, other) => slotOf(one.value, before.path) === slotOf(other.value, after.path),
    (one, other) => isRenamed(one.value, other.value),
  );
  const [same = [], renamed = []] = pairs;
  for (const one of same) yield* changesOf(one.called(...path, one.is.name), schemas);
  for (const one of renamed) {
    const { was, is } = one;
    const text =
      was.in === is.in ? `was renamed to \`${is.name}\`.` : `is now a ${is.in} parameter.`;
    yield one.called(...path, was.name).find(`${titleOf(was)} ${text}`, REFUSED);
  }
  for (const sides of alone) {
    const parameter = sides.was ?? sides.is;
    if (parameter === undefined) continue;
    const { name, isRequired } = parameter;
    const title = titleOf(parameter);
    const isKey = METHODS_WITH_KEY.includes(after.method) && isIdempotencyKey(parameter);
    const ifIgnored = isKey
      ? both('major', 'A request that is repeated is executed twice.')
      : dispensable('The service ignores it; the SDK has no type of it any more.');
    yield* sides.called(...path, name).presence({
      added: isRequired ? `Required ${title} was added.` : 'added.',
      ifAdded: isRequired ? REQUIRED : both('minor'),
      removed: `${title} was removed.`,
      ifRemoved:
        rateRemoval(schemas.context, parameter.deprecation) ??
        (parameter.in === 'header' ? ifIgnored : REFUSED),
    });
  }
}

function* changesOf(pair: Pair<Parameter>, schemas: SchemaWalk): Findings {
  const title = titleOf(pair.is);
  const named = sourceOnly('The URL stays the same; SDK users pass the parameter by its name.');
  const deprecation = pair.at((parameter) => parameter.deprecation);
  yield* lifeCycleChanges(deprecation, schemas.context);
  for (const key of ['style', 'explode', 'allowReserved', 'allowEmptyValue'])
    yield* pair
      .at(({ serialization }) => serialization[key], key)
      .valueChange(key, SERIALIZED, ` of ${title}`);
  if (!isDeepStrictEqual(filterOf(pair.was), filterOf(pair.is)))
    yield* pair
      .at(({ filter }) => filter && { [filter.match]: filter.property }, 'x-filter')
      .valueChange('x-filter', SELECTS_OTHERS, ` of ${title}`);
  yield* pair.at(({ name }) => name, 'name').valueChange('name', named);
  yield* requiredChange(pair, `${title} became required.`);
  yield* schemaChanges(pair, schemas);
  yield* documentationChanges(pair, ofCarrier);
}

/** In a listing. */
function filterOf({ filter, name }: Parameter) {
  return filter ?? { property: name, match: 'equals' };
}

/** A parameter is a text, so that other schemas than those of JSON may accept the same. */
function* schemaChanges(pair: Pair<Parameter>, walk: SchemaWalk): Findings {
  const schemas = pair.below(({ schema }) => schema, 'schema');
  const [was, is] = [schemas.was?.schema, schemas.is?.schema];
  const isWidened =
    was !== undefined &&
    is !== undefined &&
    isScalar(was) &&
    (acceptsTexts(was, is) || acceptsOne(pair, is, walk));
  if (!isWidened) return yield* walk.carrierChanges(pair);
  const text = `Type changed from '${was.types?.join()}' to '${is.types?.join()}'; the same texts are valid.`;
  const rating = { ...RATINGS.request.wider, source: 'major' as const };
  const types = schemas.at((edge) => (isReference(edge) ? undefined : edge.schema.types), 'type');
  yield types.or(schemas).find(text, rating, 'wider');
}

/** Whether one value is a list of it: a parameter that is repeated for each item. */
function acceptsOne(
  { base, head, is: parameter }: Pair<Parameter>,
  schema: Schema,
  walk: SchemaWalk,
): boolean {
  const { items, bounds } = schema;
  const isRepeated =
    parameter.in === 'query' &&
    parameter.serialization.explode !== false &&
    (bounds.minItems ?? 0) <= 1;
  if (onlyTypeOf(schema) !== 'array' || !isRepeated) return false;
  const inner = new Sides(
    base.at(({ schema }) => schema, 'schema'),
    head.at(() => items, 'schema', 'items'),
  );
  if (!inner.isPair()) return false;
  const found = walk.compare(inner);
  return ['same', 'wider'].includes(combine(found.map(({ relation = 'same' }) => relation)));
}

export function requiredOf(sides: Sides<{ isRequired: boolean }>): Sides<true> {
  return sides.at(({ isRequired }) => isRequired || undefined, 'required');
}

export function* requiredChange(pair: Pair<{ isRequired: boolean }>, became: string): Findings {
  const sides = requiredOf(pair);
  const rating = both('minor', 'More requests are valid; existing clients keep working.');
  if (sides.is && !sides.was) yield sides.find(became, REQUIRED);
  else yield* sides.valueChange('required', rating);
}

/** Whether two parameters differ in their name, or in their place, and in nothing else but their texts. */
function isRenamed(one: Parameter, other: Parameter): boolean {
  const plainPartOf = (parameter: Parameter) => {
    const { isRequired, deprecation, serialization, extensions } = parameter;
    return [isRequired, deprecation, serialization, extensions];
  };
  return (
    (one.name === other.name) !== (one.in === other.in) &&
    ![one, other].some((parameter) => parameter.in === 'path') &&
    isSameEdge(one.schema, other.schema) &&
    isDeepStrictEqual(plainPartOf(one), plainPartOf(other))
  );
}

/** The place and the name of a parameter; of one in the path, its position. */
function slotOf({ in: place, name }: Parameter, path: string): string {
  const template = [...path.matchAll(/\{([^}]*)\}/g)].map(([, own = '']) => own);
  return `${place} ${place === 'path' ? template.indexOf(name) : name}`;
}

function titleOf(parameter: Parameter): string {
  return `\`${parameter.name}\` ${parameter.in} parameter`;
}

/** Whether the values are one text each. */
function isScalar(schema: Schema): boolean {
  return /^(?:integer|number|boolean|string)$/.test(onlyTypeOf(schema) ?? '');
}

const LIMITS = /^(?:minLength|maxLength|pattern|format|enum|not|allOf|anyOf|oneOf|\$ref)$/;

/** Whether the texts of all numbers, or of both booleans, are valid. */
function acceptsTexts(was: Schema, is: Schema): boolean {
  const type = onlyTypeOf(was);
  if (onlyTypeOf(is) !== 'string' || type === 'string') return false;
  const limits = keywordsOf(is).filter((keyword) => LIMITS.test(keyword));
  if (limits.length === 0) return true;
  return (
    type === 'boolean' &&
    limits.join() === 'enum' &&
    ['true', 'false'].every((text) => is.enum?.includes(text))
  );
}

// Alignment of two normalized schemas: where one is a union and the other a plain schema, the latter becomes a union of
// one branch. A comparison then sees an added or a removed branch, not two unrelated schemas.
import { followReference, getIn, isObject, type JsonObject, listOf } from '@animal-store/spec';
import { baseTypes, isAnnotation, withoutAccess } from '../../schema-parts.js';

const COMBINATORS = ['oneOf', 'anyOf', 'allOf'];

/** @param document that references of the head point into. */
export function alignSchemas(
  base: unknown,
  head: unknown,
  document: JsonObject,
): [base: unknown, head: unknown] {
  if (!isObject(base) || !isObject(head)) return [base, head];
  const after = withUnionOf(base, head, document);
  const keyword =
    COMBINATORS.find((name) => isCombination(base, name)) ??
    COMBINATORS.find((name) => isCombination(after, name));
  return keyword === undefined ? [base, after] : [wrap(base, keyword), wrap(after, keyword)];
}

/** `oneOf` in the head as `anyOf`, or the other way round, if the base has that and no value can match two branches. */
function withUnionOf(base: JsonObject, head: JsonObject, document: JsonObject): JsonObject {
  for (const [from, to] of [
    ['oneOf', 'anyOf'],
    ['anyOf', 'oneOf'],
  ] as const) {
    const { [from]: branches, ...rest } = head;
    if (!Array.isArray(branches) || to in head || from in base || !(to in base)) continue;
    const isOverlapping = branches.some((_, index) => overlaps(document, branches, index));
    if (!isOverlapping) return { ...rest, [to]: branches };
  }
  return head;
}

/** Whether the schema is a union, or an intersection, and says nothing else. */
function isCombination(schema: JsonObject, keyword: string): boolean {
  return (
    Array.isArray(schema[keyword]) &&
    Object.keys(schema).every((key) => key === keyword || isAnnotation(key))
  );
}

function wrap(schema: JsonObject, keyword: string): JsonObject {
  const isCombined = COMBINATORS.some((name) => name in schema) || Object.keys(schema).length === 0;
  return isCombined ? schema : { [keyword]: [withoutAccess(schema)] };
}

/** Whether a value can match this branch and another one of a `oneOf` without a discriminator, and is rejected then. */
export function isAmbiguous(document: JsonObject, schema: unknown, index: number): boolean {
  const branches = getIn(schema, 'oneOf');
  if (!Array.isArray(branches) || getIn(schema, 'discriminator') !== undefined) return false;
  return overlaps(document, branches, index);
}

/** Whether a value can match this branch and another one. */
function overlaps(document: JsonObject, branches: unknown[], index: number): boolean {
  return branches.some(
    (other, position) => position !== index && !areDisjoint(document, branches[index], other),
  );
}

/** Required properties may lead to themselves. */
const MAX_DEPTH = 10;

/**
 * Whether the schemas certainly have no value in common: their types or their constants differ, or no value fits a property
 * that one of them requires, as where the other is closed and does not have it.
 */
function areDisjoint(document: JsonObject, one: unknown, other: unknown, depth = 0): boolean {
  const [left, right] = [one, other].map((schema) => followReference(document, schema));
  if (left === false || right === false || haveOtherTypes(left, right)) return true;
  if (haveNoneInCommon(valuesOf(left), valuesOf(right))) return true;
  const isObjectOnly = [left, right].some((schema) => typesOf(schema)?.join() === 'object');
  if (!isObjectOnly || depth === MAX_DEPTH) return false;
  const names = new Set([left, right].flatMap((schema) => requiredIn(document, schema)));
  return [...names].some((name) =>
    areDisjoint(document, propertyOf(left, name), propertyOf(right, name), depth + 1),
  );
}

/** The required properties that every message has: of `readOnly` and `writeOnly` ones, only one direction. */
function requiredIn(document: JsonObject, schema: unknown): string[] {
  return listOf(getIn(schema, 'required'))
    .map(String)
    .filter((name) => {
      const property = propertyOf(schema, name);
      return [property, followReference(document, property)].every(
        (part) => withoutAccess(part) === part,
      );
    });
}

/** The schema of the values that an object may have under a name; `false` if it cannot have the name. */
function propertyOf(schema: unknown, name: string): unknown {
  return getIn(schema, 'properties', name) ?? getIn(schema, 'additionalProperties') ?? true;
}

/** Whether no value is of a type of both. A schema without a type allows any. */
export function haveOtherTypes(one: unknown, other: unknown): boolean {
  return haveNoneInCommon(typesOf(one), typesOf(other));
}

function typesOf(schema: unknown): unknown[] | undefined {
  const type = getIn(schema, 'type');
  return type === undefined ? undefined : baseTypes(type);
}

/** The only values of a normalized schema. */
export function valuesOf(schema: unknown): unknown[] | undefined {
  const values = getIn(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

function haveNoneInCommon(one: unknown[] | undefined, other: unknown[] | undefined): boolean {
  return one !== undefined && other !== undefined && !one.some((value) => other.includes(value));
}

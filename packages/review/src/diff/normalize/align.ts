// Alignment of two normalized schemas: where one is a union and the other a plain schema, the latter becomes a union of
// one branch. A comparison then sees an added or a removed branch, not two unrelated schemas.
import { isObject, type JsonObject } from '@animal-store/openapi-tools';
import { isAnnotation, withoutAccess } from '../../schema-parts.js';
import { areDisjointBranches } from '../walk/branches.js';

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
  if (keyword !== undefined) return [wrap(base, keyword), wrap(after, keyword)];
  return [base, after].some(hasSeveralValues) ? [base, after] : [withConst(base), withConst(after)];
}

/** `oneOf` in the head as `anyOf`, or the other way round, if the base has that and no value can match two branches. */
function withUnionOf(base: JsonObject, head: JsonObject, document: JsonObject): JsonObject {
  for (const [from, to] of [
    ['oneOf', 'anyOf'],
    ['anyOf', 'oneOf'],
  ] as const) {
    const { [from]: branches, ...rest } = head;
    if (!Array.isArray(branches) || to in head || from in base || !(to in base)) continue;
    if (areDisjointBranches(document, branches)) return { ...rest, [to]: branches };
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
  if (isCombined) return schema;
  const { readOnly, writeOnly } = schema;
  // They have no effect in a branch.
  return {
    [keyword]: [withoutAccess(schema)],
    ...(readOnly !== undefined && { readOnly }),
    ...(writeOnly !== undefined && { writeOnly }),
  };
}

function hasSeveralValues(schema: JsonObject): boolean {
  return Array.isArray(schema.enum) && schema.enum.length > 1;
}

/** One value is called a constant, as contracts do. */
function withConst(schema: JsonObject): JsonObject {
  const { enum: values, ...rest } = schema;
  return Array.isArray(values) && values.length === 1 ? { ...rest, const: values[0] } : schema;
}

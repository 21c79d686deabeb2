// Schemas inside a schema, by the keyword that holds them, and keywords that hold none.
import { isObject, type JsonObject } from '@animal-store/spec';

const SINGLE = /^(?:items|additionalProperties)$/;
const LISTS = /^(?:allOf|anyOf|oneOf)$/;

/** Whether a keyword says nothing about values. */
export function isAnnotation(keyword: string): boolean {
  return /^(?:\$comment|title|description|examples?|externalDocs|deprecated|x-.*)$/.test(keyword);
}

/** Whether a keyword says which messages have a property. */
export function isAccess(keyword: string): boolean {
  return keyword === 'readOnly' || keyword === 'writeOnly';
}

/** In a branch of a union, `readOnly` and `writeOnly` have no effect: requests and responses have the value all the same. */
export function withoutAccess(schema: unknown): unknown {
  if (!isObject(schema) || !Object.keys(schema).some(isAccess)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !isAccess(key)));
}

/** Keywords that limit from above: a lower value is narrower. */
export const UPPER_BOUND = /^(?:max|exclusiveMax)/;
/** Keywords that limit from below: a higher value is narrower. */
export const LOWER_BOUND = /^(?:min|exclusiveMin)/;

/** The keywords that say something about values. */
export function validatingKeywords(schema: JsonObject): string[] {
  return Object.keys(schema).filter((keyword) => !isAnnotation(keyword));
}

/** The types of a schema, of which every integer is a number. */
export function baseTypes(type: unknown): unknown[] {
  return [type ?? []].flat().map((name) => (name === 'integer' ? 'number' : name));
}

/** Whether each value of a type is of the other type too. */
export function isPartOfType(one: unknown, other: unknown): boolean {
  return one === other || (one === 'integer' && other === 'number');
}

/** A copy with other schemas inside. @param change gets each of them with its keys. */
export function mapSchemas(
  schema: JsonObject,
  change: (inner: unknown, keys: [keyword: string, ...rest: string[]]) => unknown,
): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (SINGLE.test(keyword)) return [keyword, change(value, [keyword])];
    if (LISTS.test(keyword) && Array.isArray(value))
      return [keyword, value.map((inner, index) => change(inner, [keyword, String(index)]))];
    if (keyword !== 'properties' || !isObject(value)) return [keyword, value];
    const changed = Object.entries(value).map(([name, inner]) => [
      name,
      change(inner, [keyword, name]),
    ]);
    return [keyword, Object.fromEntries(changed)];
  });
  return Object.fromEntries(entries);
}

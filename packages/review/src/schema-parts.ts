// Schemas inside a schema, by the keyword that holds them, and keywords that hold none.
import { isObject, type JsonObject } from '@animal-store/spec';

const SINGLE = /^(?:items|additionalProperties)$/;
const LISTS = /^(?:allOf|anyOf|oneOf)$/;

/** Whether a keyword says nothing about values. */
export function isAnnotation(keyword: string): boolean {
  return /^(?:\$comment|title|description|examples?|externalDocs|deprecated|x-.*)$/.test(keyword);
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

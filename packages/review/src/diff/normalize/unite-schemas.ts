// Union of the branches of `oneOf` or `anyOf` as one schema, where no value can match two of them.
import { isObject, type JsonObject, listOf, typeOfValue } from '@animal-store/openapi-tools';
import { baseTypes, validatingKeywords } from '../../schema-parts.js';

/** Keywords that apply to values of one type only, so they can stand beside those of other types. */
const TYPE_OF_KEYWORD: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
  null: [],
};

/**
 * @param branches normalized, without references.
 * @returns undefined if they cannot be written as one schema.
 */
export function uniteSchemas(branches: unknown[]): JsonObject | undefined {
  const schemas = branches.filter(isObject);
  if (schemas.length < branches.length || schemas.length === 0) return undefined;
  return uniteEnums(schemas) ?? uniteTypes(schemas);
}

/** `oneOf: [{ enum: [a] }, { enum: [b] }]` as `enum: [a, b]`. */
function uniteEnums(schemas: JsonObject[]): JsonObject | undefined {
  const values = schemas.flatMap((schema) => listOf(schema.enum));
  const isOnlyEnums = schemas.every((schema) =>
    validatingKeywords(schema).every((keyword) => keyword === 'enum' || keyword === 'type'),
  );
  const isEach = schemas.every((schema) => isEnum(schema) || isNull(schema));
  if (!isOnlyEnums || !isEach || !schemas.some(isEnum)) return undefined;
  const all = schemas.some((schema) => isNull(schema)) ? [...values, null] : values;
  if (new Set(all.map((value) => JSON.stringify(value))).size < all.length) return undefined;
  return { type: toType(schemas.flatMap(typesOf)), enum: all };
}

function uniteTypes(schemas: JsonObject[]): JsonObject | undefined {
  const types = schemas.flatMap((schema) => typesOf(schema));
  const families = baseTypes(types);
  if (types.length === 0 || new Set(families).size < families.length) return undefined;
  const result: JsonObject = {};
  for (const schema of schemas) {
    const own = baseTypes(schema.type);
    if (own.length === 0) return undefined;
    const allowed = own.flatMap((type) => TYPE_OF_KEYWORD[String(type)] ?? []);
    for (const keyword of validatingKeywords(schema)) {
      if (keyword === 'type') continue;
      if (!allowed.includes(keyword) || keyword in result) return undefined;
      result[keyword] = schema[keyword];
    }
  }
  return { ...result, type: toType(types) };
}

function typesOf({ type }: JsonObject): string[] {
  return [type ?? []].flat().map(String);
}

/** Whether the schema has an enum, all of whose values are of its type. */
function isEnum(schema: JsonObject): boolean {
  const types = typesOf(schema);
  const isOfType = (type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return Array.isArray(schema.enum) && schema.enum.map(typeOfValue).every(isOfType);
}

function isNull(schema: JsonObject): boolean {
  return schema.type === 'null' && schema.enum === undefined;
}

function toType(types: unknown[]): unknown {
  const unique = [...new Set(types)].sort();
  return unique.length === 1 ? unique[0] : unique;
}

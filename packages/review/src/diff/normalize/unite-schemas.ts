// Union of the branches of `oneOf` or `anyOf` as one schema, where no value can match two of them.
import { isObject, type JsonObject, typeOfValue } from '@animal-store/spec';
import { baseTypes, isPartOfType, validatingKeywords } from '../../schema-parts.js';

/** Keywords that apply to values of one type only, so they can stand beside those of other types. */
const TYPE_OF_KEYWORD: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
  null: [],
};

/**
 * @param branches normalized, without references.
 * @returns a schema to simplify; undefined if they cannot be written as one.
 */
export function uniteSchemas(branches: unknown[]): JsonObject | undefined {
  const schemas = branches.filter(isObject);
  if (schemas.length < branches.length || schemas.length === 0) return undefined;
  return uniteEnums(schemas) ?? uniteTypes(schemas);
}

/** `oneOf: [{ enum: [a] }, { enum: [b] }]` as `enum: [a, b]`. */
function uniteEnums(schemas: JsonObject[]): JsonObject | undefined {
  const lists = schemas.map(onlyValuesOf);
  if (lists.includes(undefined) || !schemas.some((schema) => 'enum' in schema)) return undefined;
  const all = lists.flatMap((values) => values ?? []);
  if (new Set(all.map((value) => JSON.stringify(value))).size < all.length) return undefined;
  return { type: schemas.flatMap(typesOf), enum: all };
}

/** The values of a schema that says nothing else; undefined for other schemas, and if one is not of its type. */
function onlyValuesOf(schema: JsonObject): unknown[] | undefined {
  if (validatingKeywords(schema).some((keyword) => keyword !== 'enum' && keyword !== 'type'))
    return undefined;
  if (schema.type === 'null' && schema.enum === undefined) return [null];
  const isOfType = (value: unknown) =>
    typesOf(schema).some((type) => isPartOfType(typeOfValue(value), type));
  return Array.isArray(schema.enum) && schema.enum.every(isOfType) ? schema.enum : undefined;
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
  return { ...result, type: types };
}

function typesOf({ type }: JsonObject): string[] {
  return [type ?? []].flat().map(String);
}

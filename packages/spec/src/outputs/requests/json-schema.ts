// Questions about a schema of the contract: what it refers to, the types of its values, and its properties.

import { isObject } from '@animal-store/core';
import type { ContractDocument, Reference, Schema } from '../../document.js';
import { resolve } from '../../document.js';

export type SchemaObject = Schema | Reference;
/** `true` allows every value, `false` none. */
export type JsonSchema = SchemaObject | boolean;

export type JsonType = (typeof JSON_TYPES)[number];
/** An integer is a number here. */
const JSON_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}

/** The schemas in a list, such as that of `allOf`. */
export function schemasIn(list: unknown): JsonSchema[] {
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** The schemas in a map, such as that of `properties`, by name. */
export function entriesOf(map: unknown): [string, JsonSchema][] {
  return Object.entries(isObject(map) ? map : {}).filter((entry): entry is [string, JsonSchema] =>
    isSchema(entry[1]),
  );
}

/** The schemas that a value must satisfy besides the schema's own keywords: of its reference and of `allOf`. */
export function partsOf(schema: JsonSchema, document: ContractDocument): JsonSchema[] {
  if (typeof schema === 'boolean') return [];
  const target = '$ref' in schema ? [resolve<Schema>({ $ref: String(schema.$ref) }, document)] : [];
  return [...target, ...schemasIn(schema.allOf)];
}

/** The types that a value of the schema may have. */
export function typesOf(
  schema: JsonSchema,
  document: ContractDocument,
  seen: readonly JsonSchema[] = [],
): JsonType[] {
  if (seen.includes(schema)) return [...JSON_TYPES];
  if (typeof schema === 'boolean') return schema ? [...JSON_TYPES] : [];
  const read = (inner: JsonSchema) => typesOf(inner, document, [...seen, schema]);
  const limits = [ownTypesOf(schema), ...partsOf(schema, document).map(read)];
  for (const union of [schemasIn(schema.oneOf), schemasIn(schema.anyOf)])
    if (union.length > 0) limits.push(union.flatMap(read));
  return JSON_TYPES.filter((type) => limits.every((limit) => limit.includes(type)));
}

function ownTypesOf({ type, enum: values, const: value }: SchemaObject): JsonType[] {
  if (type !== undefined) {
    const types = [type].flat().map((name) => (name === 'integer' ? 'number' : name));
    return JSON_TYPES.filter((name) => types.includes(name));
  }
  if (Array.isArray(values)) return values.map(typeOfValue);
  return value === undefined ? [...JSON_TYPES] : [typeOfValue(value)];
}

function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return JSON_TYPES.find((type) => type === typeof value) ?? 'object';
}

/** The property's schemas, in the schema itself and in its parts. */
export function findProperty(
  schema: JsonSchema,
  name: string,
  document: ContractDocument,
): JsonSchema[] {
  if (typeof schema === 'boolean') return [];
  const { properties } = schema;
  const own =
    isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const inherited = partsOf(schema, document).flatMap((part) => findProperty(part, name, document));
  return isSchema(own) ? [own, ...inherited] : inherited;
}

/** The schema itself, its references, and the schemas of its `allOf`, `oneOf` and `anyOf`, at any depth, each once. */
export function schemasOf(schema: JsonSchema, document: ContractDocument): SchemaObject[] {
  const found = new Set<SchemaObject>();
  const visit = (part: JsonSchema) => {
    if (typeof part === 'boolean' || found.has(part)) return;
    found.add(part);
    for (const inner of [partsOf(part, document), schemasIn(part.oneOf), schemasIn(part.anyOf)])
      inner.forEach(visit);
  };
  visit(schema);
  return [...found];
}

/** Whether the schema or one of its parts requires the property. */
export function isRequired(schema: JsonSchema, name: string, document: ContractDocument): boolean {
  if (typeof schema === 'boolean') return false;
  const { required } = schema;
  if (Array.isArray(required) && required.includes(name)) return true;
  return partsOf(schema, document).some((part) => isRequired(part, name, document));
}

/** Whether requests must not have the value. */
export function isReadOnly(schema: JsonSchema, document: ContractDocument): boolean {
  return isMarked(schema, 'readOnly', document);
}

/** Whether the schema or one of its parts has the keyword. */
export function isMarked(
  schema: JsonSchema,
  keyword: 'readOnly' | 'writeOnly',
  document: ContractDocument,
): boolean {
  if (typeof schema === 'boolean') return false;
  const parts = partsOf(schema, document);
  return schema[keyword] === true || parts.some((part) => isMarked(part, keyword, document));
}

/** The default of the schema or, without one, of its first part that has one. */
export function defaultOf(schema: JsonSchema, document: ContractDocument): unknown {
  if (typeof schema === 'boolean' || schema.default !== undefined) return Object(schema).default;
  return partsOf(schema, document)
    .map((part) => defaultOf(part, document))
    .find((value) => value !== undefined);
}

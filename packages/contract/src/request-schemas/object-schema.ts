// Object schemas of the contract that no operation names as its body: their validator and their properties.

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ContractDocument } from '../document.js';
import { isObject } from '../json-object.js';
import type { SchemaValidator } from '../validation/schema-errors.js';
import { REQUEST_OPTIONS } from './compile.js';
import {
  findProperty,
  isReadOnly,
  isRequired,
  type JsonSchema,
  type JsonType,
  partsOf,
  schemasIn,
  typesOf,
} from './json-schema.js';
import { toRequestDocument } from './request-document.js';

/**
 * Validates `{ body }` as a request whose body has the schema of that name.
 * @throws an Error if the schema cannot be compiled.
 */
export function compileSchema(name: string, document: ContractDocument): SchemaValidator {
  const { components } = toRequestDocument(document);
  const body = { $ref: refOf(name) };
  return new Ajv2020(REQUEST_OPTIONS).compile({
    components,
    required: ['body'],
    properties: { body },
  });
}

export interface ObjectProperty {
  name: string;
  isRequired: boolean;
  /** An integer is a number here. */
  types: readonly JsonType[];
}

/** The properties that a request may have in an object of the schema, in all its parts and branches. */
export function propertiesOf(name: string, document: ContractDocument): ObjectProperty[] {
  const schema = { $ref: refOf(name) };
  const found = findSchemas(schema, document);
  const properties: ObjectProperty[] = [];
  for (const property of new Set(found.flatMap(ownNames))) {
    const schemas = found.flatMap((part) => findProperty(part, property, document));
    if (schemas.some((part) => isReadOnly(part, document))) continue;
    properties.push({
      name: property,
      isRequired: isRequired(schema, property, document),
      types: [...new Set(schemas.flatMap((part) => typesOf(part, document)))],
    });
  }
  return properties;
}

function refOf(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The schema itself, its references, and the schemas of its `allOf`, `oneOf` and `anyOf`. */
function findSchemas(
  schema: JsonSchema,
  document: ContractDocument,
  found: JsonSchema[] = [],
): JsonSchema[] {
  if (typeof schema === 'boolean' || found.includes(schema)) return found;
  found.push(schema);
  const inner = [
    ...partsOf(schema, document),
    ...schemasIn(schema.oneOf),
    ...schemasIn(schema.anyOf),
  ];
  for (const part of inner) findSchemas(part, document, found);
  return found;
}

function ownNames(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean' || !isObject(schema.properties)) return [];
  return Object.keys(schema.properties);
}

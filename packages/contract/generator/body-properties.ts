// Names of the properties that a request body can have.
import type { ContractDocument, Schema } from '../src/document.js';
import {
  entriesOf,
  isReadOnly,
  type JsonSchema,
  type SchemaObject,
  schemasIn,
  schemasOf,
} from '../src/request-schemas/json-schema.js';
import { resolve } from '../src/resolve.js';

/**
 * The names in all alternatives of the schema, without read-only ones, which are not sent. Undefined if a body can be
 * something other than an object, or can have other names.
 */
export function bodyProperties(
  schema: SchemaObject,
  document: ContractDocument,
): string[] | undefined {
  const schemas = schemasOf(schema, document);
  if (!isAlwaysObject(schema, document) || schemas.some(isOpen)) return undefined;
  const properties = schemas.flatMap((part) => entriesOf(part.properties));
  const sent = properties.filter(([, property]) => !isReadOnly(property, document));
  return [...new Set(sent.map(([name]) => name))];
}

function isAlwaysObject(
  schema: JsonSchema,
  document: ContractDocument,
  seen: readonly unknown[] = [],
): boolean {
  const node = typeof schema === 'boolean' ? {} : resolve<Schema>(schema, document);
  if (seen.includes(node)) return false;
  if (node.type !== undefined) return node.type === 'object';
  const isObject = (part: JsonSchema) => isAlwaysObject(part, document, [...seen, node]);
  const branches = schemasIn(node.oneOf ?? node.anyOf);
  return (
    node.properties !== undefined ||
    schemasIn(node.allOf).some(isObject) ||
    (branches.length > 0 && branches.every(isObject))
  );
}

/** Whether the schema itself allows names that it does not declare. */
function isOpen(schema: SchemaObject): boolean {
  const { type, additionalProperties: others } = schema;
  const isAnyObject =
    type === 'object' && !['properties', 'allOf', 'oneOf', 'anyOf'].some((key) => key in schema);
  return others === undefined ? isAnyObject : others !== false;
}

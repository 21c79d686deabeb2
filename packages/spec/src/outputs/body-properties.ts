// Names of the properties that a request body can have.
import {
  branchesOf,
  describersOf,
  type Edge,
  isReadOnly,
  onlyTypeOf,
  partsOf,
  type Schema,
} from '../model/index.js';

/**
 * The names in all alternatives of the schema, without read-only ones, which are not sent. Undefined if a body can be
 * something other than an object, or can have other names.
 */
export function bodyProperties(edge: Edge): string[] | undefined {
  const schemas = describersOf(edge).map(({ schema }) => schema);
  if (!isAlwaysObject(edge) || schemas.some(isOpen)) return undefined;
  const properties = schemas.flatMap((schema) => [...(schema.properties ?? [])]);
  const sent = properties.filter(([, property]) => !isReadOnly(property));
  return [...new Set(sent.map(([name]) => name))];
}

function isAlwaysObject({ schema }: Edge, seen: readonly Schema[] = []): boolean {
  if (seen.includes(schema)) return false;
  if (schema.types !== undefined) return onlyTypeOf(schema) === 'object';
  const isObjectPart = (part: Edge) => isAlwaysObject(part, [...seen, schema]);
  const branches = (schema.oneOf ?? schema.anyOf)?.branches ?? [];
  return (
    schema.properties !== undefined ||
    partsOf(schema).some(isObjectPart) ||
    (branches.length > 0 && branches.every(isObjectPart))
  );
}

/** Whether the schema itself allows names that it does not declare. */
function isOpen(schema: Schema): boolean {
  const { properties, additional } = schema;
  if (additional !== undefined) return !additional.schema.isNever;
  return (
    onlyTypeOf(schema) === 'object' &&
    properties === undefined &&
    partsOf(schema).length === 0 &&
    branchesOf(schema).length === 0
  );
}

// Request schema: a schema of the model as JSON Schema, rewritten for the validation of requests.
//
//   read-only property        no longer required, and refused if it is sent
//   oneOf, anyOf              conditions that select one branch, as far as possible
//   integer without int64     an integer that is exact as a JavaScript number
//   number                    a number that may be rounded, whereas integers are exact everywhere else
//   default of a reference    a default of the property that refers to it
//   annotations               left out
import { formatPointer } from '../../json-pointer.js';
import { defaultOf, type Edge, isReadOnly, propertyOf, type Schema } from '../../model/index.js';
import type { JsonSchema, SchemaObject } from '../json-schema.js';
import { toConditions } from './union-conditions.js';

const READ_ONLY: SchemaObject = { fault: 'is read-only' };

/** @param root the whole object of which the schema is a part, if it is one. */
export function toRequestSchema(edge: Edge, root: Edge = edge): JsonSchema {
  const { at, component, schema, notes } = edge;
  const target =
    component === undefined ? schema.at : formatPointer('components', 'schemas', component);
  if (component === undefined && schema.at === at)
    return schema.isNever ? false : writeSchema(schema, [root, edge]);
  return { $ref: target, ...(notes.default !== undefined && { default: notes.default }) };
}

function writeSchema(schema: Schema, [root, own]: [root: Edge, own: Edge]): SchemaObject {
  const { types, constant, properties, reference, bounds, notes } = schema;
  const [only, ...more] = types ?? [];
  const part = (inner: Edge) => toRequestSchema(inner, root);
  const conditions = [
    ...toConditions(schema, 'oneOf', part),
    ...toConditions(schema, 'anyOf', part),
  ];
  const allOf = [...schema.allOf.map(part), ...conditions];
  const required = schema.required.filter((name) => isSent(name, [root, own]));
  return {
    ...(reference && Object(toRequestSchema(reference))),
    ...(types && { type: more.length > 0 ? types : only }),
    ...(schema.enum && { enum: schema.enum }),
    ...(constant && { const: constant.value }),
    ...(schema.format !== undefined && { format: schema.format }),
    ...(schema.pattern !== undefined && { pattern: schema.pattern }),
    ...bounds,
    ...(notes.default !== undefined && { default: notes.default }),
    ...(schema.items && { items: toRequestSchema(schema.items) }),
    ...(schema.required.length > 0 && { required }),
    ...(properties && {
      properties: Object.fromEntries(
        Array.from(properties, ([name, property]) => [name, toProperty(property)]),
      ),
    }),
    ...(schema.additional && { additionalProperties: toRequestSchema(schema.additional) }),
    ...schema.others,
    ...(allOf.length > 0 && { allOf }),
    ...(types?.includes('integer') && schema.format !== 'int64' && { safeInteger: true }),
    ...(types?.includes('number') && { double: true }),
  };
}

function toProperty(property: Edge): JsonSchema {
  if (isReadOnly(property)) return READ_ONLY;
  const rewritten = toRequestSchema(property);
  const value = defaultOf(property); // the validator fills in that of the own schema only
  if (typeof rewritten === 'boolean' || value === undefined) return rewritten;
  return { ...rewritten, default: value };
}

/** A part of `allOf` may require a property that another part declares. */
function isSent(name: string, declaredIn: readonly Edge[]): boolean {
  return !declaredIn.flatMap((edge) => propertyOf(edge, name)).some(isReadOnly);
}

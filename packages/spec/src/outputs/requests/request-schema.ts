// Request schema: a schema of the contract, rewritten for the validation of requests.
//
//   read-only property        no longer required, and refused if it is sent
//   oneOf, anyOf              conditions that select one branch, as far as possible
//   integer without int64     an integer that is exact as a JavaScript number
//   number                    a number that may be rounded, whereas integers are exact everywhere else
//   default of a reference    a default of the property that refers to it
//   annotations               left out

import type { ContractDocument } from '../../document.js';
import {
  defaultOf,
  entriesOf,
  findProperty,
  isReadOnly,
  isSchema,
  type JsonSchema,
  type SchemaObject,
  schemasIn,
} from './json-schema.js';
import { toConditions } from './unions.js';

const SCHEMA_KEYWORDS = ['additionalProperties', 'items'];
/** Keywords that say nothing about requests, or that the rewritten schema expresses otherwise. */
const DROPPED_KEYWORDS = [
  'discriminator',
  'oneOf',
  'anyOf',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
];

const READ_ONLY: SchemaObject = { fault: 'is read-only' };

/** @param root The whole object of which the schema is a part, if it is one. */
export function toRequestSchema(
  schema: JsonSchema,
  document: ContractDocument,
  root: JsonSchema = schema,
): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const rewrite = (inner: JsonSchema) => toRequestSchema(inner, document);
  const rewritePart = (part: JsonSchema) => toRequestSchema(part, document, root);
  const result: SchemaObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED_KEYWORDS.includes(keyword)) continue;
    if (keyword === 'allOf') result.allOf = schemasIn(value).map(rewritePart);
    else if (keyword === 'properties')
      result.properties = Object.fromEntries(
        entriesOf(value).map(([name, inner]) => [name, toRequestProperty(inner, document)]),
      );
    else if (keyword === 'required')
      result.required = withoutReadOnly(value, [root, schema], document);
    else if (SCHEMA_KEYWORDS.includes(keyword) && isSchema(value)) result[keyword] = rewrite(value);
    else result[keyword] = value;
  }
  const conditions = (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
    keyword in schema ? toConditions(schema, keyword, document, rewritePart) : [],
  );
  const allOf = [...schemasIn(result.allOf), ...conditions];
  return { ...result, ...(allOf.length > 0 && { allOf }), ...numberKeywordsOf(schema) };
}

function toRequestProperty(property: JsonSchema, document: ContractDocument): JsonSchema {
  if (isReadOnly(property, document)) return READ_ONLY;
  const rewritten = toRequestSchema(property, document);
  const value = defaultOf(property, document); // the validator fills in that of the own schema only
  if (typeof rewritten === 'boolean' || value === undefined) return rewritten;
  return { ...rewritten, default: value };
}

/** A part of `allOf` may require a property that another part declares. */
function withoutReadOnly(
  required: unknown,
  declaredIn: readonly JsonSchema[],
  document: ContractDocument,
): unknown {
  if (!Array.isArray(required)) return required;
  const isSent = (name: string) =>
    !declaredIn
      .flatMap((schema) => findProperty(schema, name, document))
      .some((property) => isReadOnly(property, document));
  return required.filter((name) => isSent(String(name)));
}

function numberKeywordsOf({ type, format }: SchemaObject): SchemaObject {
  const types = [type].flat();
  return {
    ...(types.includes('integer') && format !== 'int64' && { safeInteger: true }),
    ...(types.includes('number') && { double: true }),
  };
}

// Request schema: a schema of the contract, rewritten for the validation of requests.
//
//   read-only property        no longer required, and refused if it is sent
//   oneOf, anyOf              conditions that select one branch, as far as possible
//   integer without int64     an integer that is exact as a JavaScript number
//   number                    a number that may be rounded, whereas integers are exact everywhere else
//   default of a reference    a default of the property that refers to it
//   annotations               left out

import type { ContractDocument } from '../document.js';
import { isObject } from '../json-object.js';
import {
  findProperty,
  isReadOnly,
  isSchema,
  type JsonSchema,
  partsOf,
  type SchemaObject,
  schemasIn,
} from './json-schema.js';
import { toConditions } from './unions.js';

const SCHEMA_KEYWORDS = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const SCHEMA_LIST_KEYWORDS = ['allOf', 'prefixItems'];
const SCHEMA_MAP_KEYWORDS = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];
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

/** Keywords whose errors would name items and properties that may be valid, with the message of the only error instead. */
const QUIET_KEYWORDS = [
  ['contains', 'does not have the items that the contract requires', 'minContains', 'maxContains'],
  ['propertyNames', 'has a property name that the contract does not allow'],
] as const;
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
    else if (keyword === 'properties') result.properties = toRequestProperties(value, document);
    else if (keyword === 'required')
      result.required = withoutReadOnly(value, [root, schema], document);
    else result[keyword] = rewriteInside(keyword, value, rewrite);
  }
  const conditions = [
    ...(['oneOf', 'anyOf'] as const).flatMap((keyword) =>
      keyword in schema ? toConditions(schema, keyword, document, rewritePart) : [],
    ),
    ...QUIET_KEYWORDS.flatMap(([keyword, message, ...options]) =>
      keyword in result
        ? { if: pick(result, [keyword, ...options]), else: { fault: message } }
        : [],
    ),
  ];
  const allOf = [...schemasIn(result.allOf), ...conditions];
  return {
    ...omit(
      result,
      QUIET_KEYWORDS.map(([keyword]) => keyword),
    ),
    ...(allOf.length > 0 && { allOf }),
    ...numberKeywordsOf(schema),
  };
}

/** Rewrites the schemas that a keyword contains. */
function rewriteInside(
  keyword: string,
  value: unknown,
  rewrite: (schema: JsonSchema) => JsonSchema,
): unknown {
  if (SCHEMA_KEYWORDS.includes(keyword) && isSchema(value)) return rewrite(value);
  if (SCHEMA_LIST_KEYWORDS.includes(keyword)) return schemasIn(value).map(rewrite);
  if (!SCHEMA_MAP_KEYWORDS.includes(keyword) || !isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    isSchema(inner) ? rewrite(inner) : inner,
  ]);
  return Object.fromEntries(entries);
}

function toRequestProperties(properties: unknown, document: ContractDocument): SchemaObject {
  const entries = Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => [
    name,
    isSchema(property) ? toRequestProperty(property, document) : property,
  ]);
  return Object.fromEntries(entries);
}

function toRequestProperty(property: JsonSchema, document: ContractDocument): JsonSchema {
  if (isReadOnly(property, document)) return READ_ONLY;
  const rewritten = toRequestSchema(property, document);
  const value = defaultOf(property, document);
  if (typeof rewritten === 'boolean' || value === undefined) return rewritten;
  return { ...rewritten, default: value };
}

/** The validator fills in the default of the property's own schema only. */
function defaultOf(schema: JsonSchema, document: ContractDocument): unknown {
  if (typeof schema === 'boolean') return undefined;
  if (schema.default !== undefined) return schema.default;
  for (const part of partsOf(schema, document)) {
    const value = defaultOf(part, document);
    if (value !== undefined) return value;
  }
  return undefined;
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

function pick(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => keywords.includes(key)));
}

function omit(schema: SchemaObject, keywords: readonly string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));
}

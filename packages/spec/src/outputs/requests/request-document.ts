// Request document: the contract in the form in which express-openapi-validator validates requests. Its schemas have only
// constructs that the validator handles exactly; request-schema.ts rewrites the others.

import { isObject, mapValues } from '@animal-store/core';
import type { RequestDocument, RequestOperation } from '@animal-store/core/contract-data';
import type { ContractDocument, Operation, RequestBodyObject, Schema } from '../../document.js';
import { resolve } from '../../document.js';
import { type JsonSchema, schemasIn } from './json-schema.js';
import { toRequestSchema } from './request-schema.js';
import { namesOf } from './unions.js';

export function toRequestDocument(document: ContractDocument): RequestDocument {
  const { openapi, paths, components, security } = document;
  const { schemas, securitySchemes } = components;
  const names = findSelectedNames(document);
  return {
    openapi,
    paths: mapValues(paths, (item) =>
      mapValues(item, (operation) => toRequestOperation(operation, document)),
    ),
    components: {
      schemas: mapValues(schemas, (schema) =>
        withNames(toRequestSchema(schema, document), names.get(schema) ?? {}),
      ),
      securitySchemes,
    },
    security,
  };
}

/** The values of properties, by their names. */
type Values = Readonly<Record<string, readonly string[]>>;

/**
 * The names that discriminators give to the schemas that they select. Such a schema has no other name where it is used
 * alone, either: its type has the name as a literal.
 */
function findSelectedNames(document: ContractDocument): ReadonlyMap<object, Values> {
  const found = new Map<object, Record<string, string[]>>();
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    Object.values(node).forEach(visit);
    if (!isObject(node) || !isObject(node.discriminator)) return;
    const { propertyName, mapping } = node.discriminator;
    const property = String(propertyName);
    for (const branch of schemasIn(node.oneOf ?? node.anyOf)) {
      if (typeof branch === 'boolean' || !('$ref' in branch)) continue;
      const schema = resolve<Schema>(branch, document);
      const values = found.get(schema) ?? {};
      const names = new Set([...(values[property] ?? []), ...namesOf(branch, mapping)]);
      found.set(schema, { ...values, [property]: [...names] });
    }
  };
  visit(document);
  return found;
}

function withNames(schema: JsonSchema, names: Values): JsonSchema {
  const properties = mapValues(names, (values) => ({ enum: values }));
  if (typeof schema === 'boolean' || Object.keys(properties).length === 0) return schema;
  return { ...schema, allOf: [...schemasIn(schema.allOf), { properties }] };
}

function toRequestOperation(operation: Operation, document: ContractDocument): RequestOperation {
  const { operationId, security, requestBody } = operation;
  return {
    operationId,
    ...(security !== undefined && { security }),
    ...(requestBody !== undefined && {
      requestBody: toRequestBody(resolve(requestBody, document), document),
    }),
  };
}

function toRequestBody(
  { required = false, content }: RequestBodyObject,
  document: ContractDocument,
): NonNullable<RequestOperation['requestBody']> {
  return {
    required,
    content: mapValues(content, ({ schema = {} }) => ({
      schema: { ...(required && { required: [] }), allOf: [toRequestSchema(schema, document)] },
    })),
  };
}

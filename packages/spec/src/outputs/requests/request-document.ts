// Request document: the contract in the form in which express-openapi-validator validates requests. Its schemas have only
// constructs that the validator handles exactly; request-schema.ts rewrites the others.
import { mapValues } from '@animal-store/core';
import type { RequestDocument, RequestOperation } from '@animal-store/core/contract-data';
import {
  branchesOf,
  type Contract,
  contentOf,
  type Operation,
  type Schema,
  type SecurityOption,
  schemasOf,
  selectingValues,
} from '../../model/index.js';
import type { JsonSchema } from '../json-schema.js';
import { toRequestSchema } from './request-schema.js';

export function toRequestDocument(contract: Contract): RequestDocument {
  const paths: Record<string, Record<string, RequestOperation>> = {};
  for (const operation of contract.operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: toRequestOperation(operation),
    };
  return {
    openapi: contract.openapi,
    paths,
    components: {
      schemas: toRequestSchemas(contract),
      securitySchemes: Object.fromEntries(
        Array.from(contract.securitySchemes, ([name, { extensions, ...scheme }]) => [
          name,
          { ...scheme, ...extensions },
        ]),
      ),
    },
    security: contract.security.map(toRequirement),
  };
}

/** The components, by name. */
export function toRequestSchemas(contract: Contract): Record<string, JsonSchema> {
  const names = findSelectedNames(contract);
  return Object.fromEntries(
    Array.from(contract.schemas, ([name, edge]) => [
      name,
      withNames(toRequestSchema(edge), edge.component ? {} : (names.get(edge.schema) ?? {})),
    ]),
  );
}

/** The values of properties, by their names. */
type Values = Readonly<Record<string, readonly string[]>>;

/**
 * The names that discriminators give to the schemas that they select. Such a schema has no other name where it is used
 * alone, either: its type has the name as a literal.
 */
function findSelectedNames(contract: Contract): ReadonlyMap<Schema, Values> {
  const found = new Map<Schema, Record<string, string[]>>();
  for (const { schema } of schemasOf(contract)) {
    const { discriminator } = schema;
    if (discriminator === undefined) continue;
    for (const branch of branchesOf(schema)) {
      if (branch.component === undefined) continue;
      const { property } = discriminator;
      const values = found.get(branch.schema) ?? {};
      const known = values[property] ?? [];
      const names = new Set([...known, ...selectingValues(branch, discriminator)]);
      found.set(branch.schema, { ...values, [property]: [...names] });
    }
  }
  return found;
}

function withNames(schema: JsonSchema, names: Values): JsonSchema {
  const properties = mapValues(names, (values) => ({ enum: values }));
  if (typeof schema === 'boolean' || Object.keys(properties).length === 0) return schema;
  const { allOf } = schema;
  return { ...schema, allOf: [...(Array.isArray(allOf) ? allOf : []), { properties }] };
}

function toRequestOperation({ id = '', security, body }: Operation): RequestOperation {
  const { mediaType, media } = (body && contentOf(body.value)) ?? {};
  const isRequired = body?.value.isRequired === true;
  const schema = media?.schema ? toRequestSchema(media.schema) : {};
  return {
    operationId: id,
    ...(security && { security: security.map(toRequirement) }),
    ...(mediaType !== undefined && {
      requestBody: {
        required: isRequired,
        content: {
          [mediaType]: { schema: { ...(isRequired && { required: [] }), allOf: [schema] } },
        },
      },
    }),
  };
}

function toRequirement(option: SecurityOption): object {
  return Object.fromEntries(option);
}

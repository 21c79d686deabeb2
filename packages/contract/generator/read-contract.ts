// Reader of the contract for servers: the plain data, and the schemas to compile. generate.ts writes them as code.
import { isIdempotencyKey, METHODS } from '@animal-store/core';
import { byPrecedence } from '@animal-store/core/http';
import type { ErrorBounds } from '@animal-store/core/validation';
import type { OperationData, PlainData } from '../src/contract-data.js';
import type { ContractDocument, OperationSpec } from '../src/document.js';
import { readDeprecatedParts, readDeprecation } from '../src/http/index.js';
import {
  type ObjectProperty,
  propertiesOf,
  type RequestDocument,
  toRequestDocument,
} from '../src/request-schemas/index.js';
import { type JsonSchema, type SchemaObject, typesOf } from '../src/request-schemas/json-schema.js';
import { parametersOf, resolve } from '../src/resolve.js';

/** The schemas of an operation's requests. */
export interface RequestSchemas {
  id: string;
  /** In the order of the operation's parameters. */
  parameters: readonly SchemaObject[];
  /** In the request document. Absent if the operation takes no body. */
  body?: JsonSchema;
}

export interface Row {
  schema: SchemaObject;
  properties: readonly ObjectProperty[];
}

export function readPlainData(
  document: ContractDocument,
  specs: readonly OperationSpec[],
): PlainData {
  const basePath = new URL(document.servers[0].url).pathname; // the same for all servers
  const { title, version } = document.info;
  return {
    title,
    version,
    basePath,
    operations: [...specs]
      .sort((one, other) => byPrecedence(one.path, other.path))
      .map((spec) => readOperation(spec, document, basePath)),
    plans: document['x-rate-limit-plans'],
    ban: document['x-rate-limit-ban'],
    maxBodyBytes: document['x-max-body-bytes'],
    errorBounds: readErrorBounds(document),
    idempotencyRetentionSeconds: document['x-idempotency'].retentionSeconds,
    requestHeaders: readRequestHeaders(specs),
    responseHeaders: readResponseHeaders(document),
    requestDocument: toRequestDocument(document),
  };
}

export function readRequestSchemas(
  document: ContractDocument,
  specs: readonly OperationSpec[],
  { paths }: RequestDocument,
): RequestSchemas[] {
  return specs.map(({ id, path, method, parameters }) => {
    const declared = parametersOf(operationOf({ id, path, method }, document), document);
    const [media] = Object.values(paths[path]?.[method]?.requestBody?.content ?? {});
    return {
      id,
      parameters: parameters.map(({ name, in: place }) => {
        const parameter = declared.find((one) => one.name === name && one.in === place);
        if (parameter === undefined) throw new Error(`the contract has no parameter ${name}`);
        return parameter.schema;
      }),
      ...(media && { body: media.schema.allOf[0] }),
    };
  });
}

/** The schemas whose values are objects, by their names. */
export function readRows(document: ContractDocument): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const name of Object.keys(document.components.schemas)) {
    const schema = { $ref: `#/components/schemas/${name}` };
    const isObject = typesOf(schema, document).join() === 'object';
    if (isObject) rows.set(name, { schema, properties: propertiesOf(name, document) });
  }
  return rows;
}

function readOperation(
  spec: OperationSpec,
  document: ContractDocument,
  basePath: string,
): OperationData {
  const operation = operationOf(spec, document);
  const deprecatedParts = readDeprecatedParts(operation, document);
  const mediaTypes = spec.successes.flatMap(({ status, mediaType }) =>
    mediaType === undefined ? [] : [[status, mediaType] as const],
  );
  return {
    ...spec,
    route: `${basePath}${spec.path}`,
    bodyMediaType: spec.body?.mediaType.toLowerCase() ?? 'application/json',
    isIdempotent: spec.method !== 'get' && spec.parameters.some(isIdempotencyKey),
    mediaTypes: Object.fromEntries(mediaTypes),
    deprecationHeaders: Object.entries(readDeprecation(operation, document, basePath) ?? {}).flat(),
    ...(deprecatedParts && { deprecatedParts }),
  };
}

function operationOf(
  { id, path, method }: Pick<OperationSpec, 'id' | 'path' | 'method'>,
  document: ContractDocument,
) {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
  return operation;
}

function readRequestHeaders(specs: readonly OperationSpec[]): string[] {
  const parameters = specs.flatMap((spec) => spec.parameters);
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  return [...new Set(names)];
}

/** From the operations' responses and the shared ones: some of these answer requests that match no operation. */
function readResponseHeaders(document: ContractDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );
  const declared = [...operations, document.components].flatMap(({ responses }) =>
    Object.values(responses ?? {}),
  );
  const names = declared.flatMap((response) =>
    Object.keys(resolve(response, document).headers ?? {}),
  );
  return [...new Set(names)];
}

/** As the contract's schemas of errors have them. */
function readErrorBounds({ components: { schemas } }: ContractDocument): ErrorBounds {
  const { path, message } = schemas.ErrorDetail.properties;
  return {
    maxDetails: schemas.Error.properties.details.maxItems,
    maxPathLength: path.maxLength,
    maxMessageLength: message.maxLength,
  };
}

// Reader of the contract for servers: the plain data, and the schemas to compile. render-server.ts writes them as code.
import type { OperationSpec } from '@animal-store/core';
import type { OperationData, PlainData, RequestDocument } from '@animal-store/core/contract-data';
import { ERRORS } from '@animal-store/core/errors';
import { byPrecedence } from '@animal-store/core/http';
import { required } from '../../json.js';
import {
  type Contract,
  columnsOf,
  type Edge,
  errorsOf,
  jsonTypesOf,
  listingOf,
} from '../../model/index.js';
import { readDeprecatedParts, readDeprecationHeaders } from '../deprecation.js';
import { readErrorBounds } from '../error-bounds.js';
import type { JsonSchema } from '../json-schema.js';
import { type ObjectProperty, propertiesOf } from '../object-properties.js';
import { readOperations } from '../operation-specs.js';

/** The schemas of an operation's requests. */
export interface RequestSchemas {
  id: string;
  /** In the order of the operation's parameters. */
  parameters: readonly (Edge | undefined)[];
  /** In the request document. Absent if the operation takes no body. */
  body?: JsonSchema;
}

export interface Row {
  schema: JsonSchema;
  properties: readonly ObjectProperty[];
}

/** All that needs no document: the SDK's mock reads it, too. */
export function readPlainData(contract: Contract): Omit<PlainData, 'requestDocument'> {
  const { info, servers, plans, ban, limits } = contract;
  const basePath = new URL(required(servers[0], 'servers').url).pathname; // the same for all servers
  const free = plans.get('free');
  if (free === undefined || free === 'custom') throw new Error('The contract has no plan free.');
  const operations = readOperations(contract)
    .sort((one, other) => byPrecedence(one.path, other.path))
    .map((spec) => readOperationData(spec, contract, basePath));
  return {
    title: info.title,
    version: info.version,
    basePath,
    operations,
    plans: { ...Object.fromEntries(plans), free },
    ban: required(ban, 'x-rate-limit-ban'),
    maxBodyBytes: required(limits.maxBodyBytes, 'x-max-body-bytes'),
    errorBounds: readErrorBounds(contract),
    idempotencyRetentionSeconds: required(limits.idempotencyRetentionSeconds, 'x-idempotency'),
    requestHeaders: readRequestHeaders(operations),
    responseHeaders: readResponseHeaders(contract),
    stored: readStored(contract),
  };
}

export function readRequestSchemas(
  contract: Contract,
  { paths }: RequestDocument,
): RequestSchemas[] {
  return readOperations(contract).map(({ id, path, method }) => {
    const operation = contract.operations.find((one) => one.id === id);
    const [media] = Object.values(paths[path]?.[method]?.requestBody?.content ?? {});
    return {
      id,
      parameters: operation?.parameters.map(({ value }) => value.schema) ?? [],
      ...(media && { body: media.schema.allOf[0] }),
    };
  });
}

/** The schemas whose values are objects, by their names. */
export function readRows({ schemas }: Contract): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const [name, edge] of schemas) {
    const schema = { $ref: `#/components/schemas/${name}` };
    if (jsonTypesOf(edge).join() === 'object')
      rows.set(name, { schema, properties: propertiesOf(edge) });
  }
  return rows;
}

function readOperationData(
  spec: OperationSpec,
  contract: Contract,
  basePath: string,
): OperationData {
  const operation = required(
    contract.operations.find(({ id }) => id === spec.id),
    spec.id,
  );
  const deprecatedParts = readDeprecatedParts(operation);
  const listing = listingOf(operation);
  const mediaTypes = spec.successes.flatMap(({ status, mediaType }) =>
    mediaType === undefined ? [] : [[status, mediaType] as const],
  );
  const errors = errorsOf(operation).map(({ code, status, message }) => {
    const text = Object.hasOwn(ERRORS, code) ? {} : { message: String(message) };
    return [code, { status: Number(status), ...text }] as const;
  });
  return {
    ...spec,
    route: `${basePath}${spec.path}`,
    bodyMediaType: spec.body?.mediaType.toLowerCase() ?? 'application/json',
    isIdempotent: spec.method !== 'get' && operation.isIdempotent,
    mediaTypes: Object.fromEntries(mediaTypes),
    errors: Object.fromEntries(errors),
    deprecationHeaders: readDeprecationHeaders(operation, contract, basePath) ?? {},
    ...(deprecatedParts && { deprecatedParts }),
    ...(listing && { listing }),
  };
}

function readStored({ schemas }: Contract): PlainData['stored'] {
  const columns = Array.from(schemas, ([name, edge]) => [name, columnsOf(edge)] as const);
  return Object.fromEntries(columns.flatMap(([name, types]) => (types ? [[name, types]] : [])));
}

function readRequestHeaders(operations: readonly OperationData[]): string[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  return [...new Set(names)];
}

/** From the operations' responses and the shared ones: some of these answer requests that match no operation. */
function readResponseHeaders({ operations, replies }: Contract): string[] {
  const own = operations.flatMap((operation) => [...operation.replies.values()]);
  const declared = [...own.map(({ value }) => value), ...replies.values()];
  return [...new Set(declared.flatMap(({ headers }) => [...headers.keys()]))];
}

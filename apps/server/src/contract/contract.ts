// The contract at run time: base path, operations, quotas, headers and limits, read from openapi.yaml. The build has
// checked it by the required rules of packages/spec, and the compiler by the type of the document.
import {
  type ContractDocument,
  type OperationSpec,
  type Parameter,
  readErrorBounds,
  resolve,
} from '@animal-store/contract';
import { readDeprecatedParts, readDeprecation } from '@animal-store/contract/http';
import {
  type BanPolicy,
  isIdempotencyKey,
  METHODS,
  type ParameterSpec,
  type Quota,
} from '@animal-store/core';
import { byPrecedence, type DeprecatedParts, matcher, type Route } from '@animal-store/core/http';
import type { ErrorBounds } from '@animal-store/core/validation';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

export interface Contract {
  document: ContractDocument;
  /** The path prefix of every operation, taken from the URLs in `servers`: `/v1`. */
  basePath: string;
  operations: readonly ContractOperation[];
  plans: Readonly<Record<string, Quota | 'custom'>>;
  /** The quota of anonymous clients, for each client address. */
  addressQuota: Quota;
  ban: BanPolicy;
  maxBodyBytes: number;
  errorBounds: ErrorBounds;
  idempotencyRetentionSeconds: number;
  /** The names of all header parameters. */
  requestHeaders: readonly string[];
  /** The names of all headers that the contract declares on any response. */
  responseHeaders: readonly string[];
}

export interface ContractOperation extends OperationSpec, Route {
  /** The path with the base path: `/v1/pets/{petId}`. */
  route: string;
  parameters: readonly ContractParameter[];
  /** In lower case. JSON for an operation without a body. */
  bodyMediaType: string;
  /** Whether it declares the header Idempotency-Key, and is not a GET. */
  isIdempotent: boolean;
  /** Of its successes, by status; undefined for one without a body. */
  mediaTypes: ReadonlyMap<number, string | undefined>;
  /** On every response of a deprecated operation: names and values in turns. */
  deprecationHeaders: readonly string[];
  /** The parameters and properties that are deprecated. Absent if there are none. */
  deprecatedParts?: DeprecatedParts;
}

/** With the examples of the contract. */
export interface ContractParameter
  extends ParameterSpec,
    Pick<Parameter, 'schema' | 'example' | 'examples'> {}

/** @param specs The operations of this document, as the generator of @animal-store/contract reads them. */
export function readContract(
  document: ContractDocument,
  specs: readonly OperationSpec[],
): Contract {
  const basePath = new URL(document.servers[0].url).pathname; // the same for all servers
  const operations = [...specs]
    .sort((one, other) => byPrecedence(one.path, other.path))
    .map((spec) => readOperation(spec, document, basePath));
  return {
    document,
    basePath,
    operations,
    plans: document['x-rate-limit-plans'],
    addressQuota: document['x-rate-limit-plans'].free,
    ban: document['x-rate-limit-ban'],
    maxBodyBytes: document['x-max-body-bytes'],
    errorBounds: readErrorBounds(document),
    idempotencyRetentionSeconds: document['x-idempotency'].retentionSeconds,
    requestHeaders: readRequestHeaders(operations),
    responseHeaders: readResponseHeaders(document),
  };
}

function readOperation(
  spec: OperationSpec,
  document: ContractDocument,
  basePath: string,
): ContractOperation {
  const operation = document.paths[spec.path]?.[spec.method];
  if (operation === undefined) throw new Error(`the contract has no operation ${spec.id}`);
  const declared = (operation.parameters ?? []).map((entry) => resolve<Parameter>(entry, document));
  const deprecatedParts = readDeprecatedParts(operation, document);
  return {
    ...spec,
    route: `${basePath}${spec.path}`,
    parameters: spec.parameters.map((parameter) => withSchema(parameter, declared)),
    match: matcher(spec.path),
    bodyMediaType: spec.body?.mediaType.toLowerCase() ?? 'application/json',
    isIdempotent: spec.method !== 'get' && spec.parameters.some(isIdempotencyKey),
    mediaTypes: new Map(spec.successes.map(({ status, mediaType }) => [status, mediaType])),
    deprecationHeaders: Object.entries(readDeprecation(operation, document, basePath) ?? {}).flat(),
    ...(deprecatedParts && { deprecatedParts }),
  };
}

function withSchema(spec: ParameterSpec, declared: readonly Parameter[]): ContractParameter {
  const parameter = declared.find(({ name, in: place }) => name === spec.name && place === spec.in);
  if (parameter === undefined) throw new Error(`the contract has no parameter ${spec.name}`);
  const { schema, example, examples } = parameter;
  return { ...spec, schema, example, ...(examples && { examples }) };
}

function readRequestHeaders(operations: readonly ContractOperation[]): string[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
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

// The contract at run time: base path, operations, quotas, headers and limits, read from openapi.yaml. The build has
// checked it by the required rules of packages/openapi-tools, and the compiler by the type of the document.
import {
  type BanPolicy,
  type ContractDocument,
  METHODS,
  type OperationSpec,
  type Parameter,
  type ParameterSpec,
  type Quota,
  type Reference,
  resolve,
  type Schema,
} from '@animal-store/contract';
import { readDeprecation } from './deprecation.js';
import { byPrecedence, matcher, type PathValues } from './path-template.js';

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

/** Limits on the `details` of an error. */
export interface ErrorBounds {
  maxDetails: number;
  maxPathLength: number;
  maxMessageLength: number;
}

export interface ContractOperation extends OperationSpec {
  parameters: readonly ContractParameter[];
  /** The headers on every response of a deprecated operation. */
  deprecationHeaders?: Readonly<Record<string, string>>;
  /** Returns the path parameters, still percent-encoded, or undefined if the path does not match. */
  match(path: string): PathValues | undefined;
}

export interface ContractParameter extends ParameterSpec {
  schema: Schema | Reference;
}

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

/** The operation for a method and a path. The path is without the base path. */
export function operationOf(
  contract: Contract,
  method: string,
  path: string,
): ContractOperation | undefined {
  const methodName = method.toLowerCase();
  return operationsAt(contract, path).find((operation) => operation.method === methodName);
}

/** The media type of the request body, in lower case. An operation without a body ignores one of JSON. */
export function bodyMediaType(operation: ContractOperation | undefined): string {
  return operation?.body?.mediaType.toLowerCase() ?? 'application/json';
}

/** The value of the Allow header, or an empty string if the contract does not have the path. */
export function allowedMethods(contract: Contract, path: string): string {
  const methods = operationsAt(contract, path).map(({ method }) => method.toUpperCase());
  if (methods.length === 0) return '';
  return [
    ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    'OPTIONS',
  ].join(', ');
}

/** The operations of the first path that matches: a concrete path takes precedence over a templated one. */
function operationsAt({ operations }: Contract, path: string): ContractOperation[] {
  const first = operations.find((operation) => operation.match(path) !== undefined);
  return first === undefined ? [] : operations.filter((operation) => operation.path === first.path);
}

function readErrorBounds({ components: { schemas } }: ContractDocument): ErrorBounds {
  const { path, message } = schemas.ErrorDetail.properties;
  return {
    maxDetails: schemas.Error.properties.details.maxItems,
    maxPathLength: path.maxLength,
    maxMessageLength: message.maxLength,
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
  const deprecationHeaders = readDeprecation(operation, document, basePath);
  return {
    ...spec,
    parameters: spec.parameters.map((parameter) => withSchema(parameter, declared)),
    match: matcher(spec.path),
    ...(deprecationHeaders && { deprecationHeaders }),
  };
}

function withSchema(spec: ParameterSpec, declared: readonly Parameter[]): ContractParameter {
  const parameter = declared.find(({ name, in: place }) => name === spec.name && place === spec.in);
  if (parameter === undefined) throw new Error(`the contract has no parameter ${spec.name}`);
  return { ...spec, schema: parameter.schema };
}

function readRequestHeaders(operations: readonly ContractOperation[]): string[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const names = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  return [...new Set(names)];
}

interface DeclaredResponse {
  headers?: Readonly<Record<string, unknown>>;
}

/** From the operations' responses and the shared ones: some of these answer requests that match no operation. */
function readResponseHeaders(document: ContractDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) =>
    METHODS.flatMap((method) => item[method] ?? []),
  );
  const declared = [...operations, document.components].flatMap(({ responses }) =>
    Object.values((responses ?? {}) as Record<string, DeclaredResponse | Reference>),
  );
  const names = declared.flatMap((response) =>
    Object.keys(resolve<DeclaredResponse>(response, document).headers ?? {}),
  );
  return [...new Set(names)];
}

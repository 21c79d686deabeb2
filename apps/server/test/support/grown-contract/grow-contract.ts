// Fixture contract: openapi.yaml with more operations than it has, as it may have after two years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { document } from '@animal-store/contract';
import { parse } from 'yaml';

interface FixtureResponse {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: object;
}
/** Its responses of 2xx have no headers but their own. */
interface FixtureOperation {
  responses?: Record<string, FixtureResponse>;
  [keyword: string]: unknown;
}

const ERRORS = {
  400: 'InvalidRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
};
const HEADERS = [
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['RateLimit-Policy', 'RateLimit', 'X-Request-Id'],
];
const referTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const COMMON_HEADERS = Object.fromEntries(HEADERS.map((name) => [name, referTo('headers', name)]));
const COMMON_RESPONSES = Object.fromEntries(
  Object.entries(ERRORS).map(([status, name]) => [status, referTo('responses', name)]),
);

/** Adds the operations and components of contract.yaml. For `StartOptions.edit`. */
export function growContract(contract: typeof document): void {
  const { echoes, paths, components } = readFixture();
  for (const [name, summary] of Object.entries(echoes)) {
    const id = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const content = { 'application/json': { schema: referTo('schemas', `Growth${id}`) } };
    const description = 'The body as the handler received it.';
    paths[`/growth/${name}`] = {
      put: {
        operationId: `echo${id}`,
        summary,
        requestBody: { required: true, content },
        responses: { 200: { description, content } },
      },
    };
  }
  for (const item of Object.values(paths))
    for (const [method, operation] of Object.entries(item))
      if (method !== 'parameters') item[method] = completed(operation);
  for (const response of Object.values(components.responses ?? {})) addHeaders(response);
  Object.assign(contract.paths, paths);
  for (const [kind, entries] of Object.entries(components))
    contract.components[kind] = Object.assign({}, contract.components[kind], entries);
}

/** Names of the schemas that `growContract` adds. */
export const grownSchemas = () => Object.keys(readFixture().components.schemas ?? {});

function readFixture(): {
  echoes: Record<string, string>;
  paths: Record<string, Record<string, FixtureOperation>>;
  components: Record<string, Record<string, FixtureResponse>>;
} {
  return parse(readFileSync(join(__dirname, 'contract.yaml'), 'utf8'), { merge: true });
}

function completed(operation: FixtureOperation): FixtureOperation {
  const responses: Record<string, FixtureResponse> = {
    ...COMMON_RESPONSES,
    ...operation.responses,
  };
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    if (response.$ref === undefined) responses[status] = addHeaders({ ...response });
  return { tags: ['pets'], ...operation, responses };
}

function addHeaders(response: FixtureResponse): FixtureResponse {
  return Object.assign(response, { headers: { ...COMMON_HEADERS, ...response.headers } });
}

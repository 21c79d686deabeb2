// Fixture contract: openapi.yaml with more operations than it has, as it may have after two years.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { document } from '@animal-store/contract/document';
import { parse } from 'yaml';

interface FixtureResponse {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: object;
}
/** Its responses of 2xx have no headers but their own. */
interface FixtureOperation {
  parameters?: { $ref?: string; description?: string }[];
  responses?: Record<string, FixtureResponse>;
  [keyword: string]: unknown;
}

const referTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

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
  // the build has added these to the contract, but to openapi.yaml itself only the next one does
  const { 200: page, ...errors } = { ...contract.paths['/store/orders']?.get?.responses };
  const { Link: _, ...standard } = Object(Object(page).headers);
  const addHeaders = (response: FixtureResponse) => {
    if (!('$ref' in response)) response.headers = { ...standard, ...response.headers };
  };
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const { responses = { 200: referTo('responses', 'GrowthEcho') } } = operation;
    for (const response of Object.values(responses)) addHeaders(response);
    operation.responses = { ...errors, ...responses };
    operation.tags = ['pets'];
    // the linter demands descriptions, which say nothing in a fixture
    operation.description ??= operation.summary;
    for (const parameter of operation.parameters ?? [])
      if (!('$ref' in parameter)) parameter.description = 'A parameter.';
  }
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

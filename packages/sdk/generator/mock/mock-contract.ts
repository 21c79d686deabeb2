// Mock contract: the part of the contract that the mock of @animal-store/sdk/testing reads at run time.
import {
  type ContractDocument,
  type ErrorCode,
  type OperationSpec,
  resolve,
} from '@animal-store/contract';
import { examplesOf, readReplies } from '@animal-store/contract/examples';
import { readDeprecatedParts, readDeprecation } from '@animal-store/contract/http';
import { isIdempotencyKey } from '@animal-store/core';
import { byPrecedence } from '@animal-store/core/http';
import { JSON_TYPE } from '../../src/json.js';
import type {
  ErrorRow,
  ExampleReply,
  MockContract,
  MockOperation,
} from '../../src/testing/mock-contract.js';
import { type Behaviors, readBehaviors } from './behaviors.js';

/** The status and the message of an error code that no response has as an example. */
const WITHOUT_EXAMPLE: ErrorRow = { status: 500, message: 'An error occurred.' };

/** The mock's contract, and the type of each resource's items. */
export function renderMock(specs: readonly OperationSpec[], document: ContractDocument): string {
  const rows = readBehaviors(specs, document).resources.map(
    ({ name, list }) => `  ${JSON.stringify(name)}: ItemOf<'${list.id}'>;`,
  );
  return `import type { ItemOf, MockContract } from '../src/testing/mock-contract.js';

export interface MockItems {
${rows.join('\n')}
}

export const contract: MockContract = ${JSON.stringify(toMockContract(specs, document))};
`;
}

export function toMockContract(
  specs: readonly OperationSpec[],
  document: ContractDocument,
): MockContract {
  const behaviors = readBehaviors(specs, document);
  const basePath = new URL(document.servers[0].url).pathname; // the same for all servers
  return {
    basePath,
    anonymousQuota: document['x-rate-limit-plans'].free,
    ban: document['x-rate-limit-ban'],
    maxBodyBytes: document['x-max-body-bytes'],
    idempotencyRetentionSeconds: document['x-idempotency'].retentionSeconds,
    errors: readErrors(document),
    resources: behaviors.resources.map(({ name }) => name),
    operations: [...specs]
      .sort((one, other) => byPrecedence(one.path, other.path))
      .map((spec) => toMockOperation(spec, document, basePath, behaviors)),
  };
}

function toMockOperation(
  spec: OperationSpec,
  document: ContractDocument,
  basePath: string,
  behaviors: Behaviors,
): MockOperation {
  const { id, method, path, parameters, body: sent } = spec;
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`${id} is not in the contract`);
  const isIdempotent = method !== 'get' && parameters.some(isIdempotencyKey);
  const deprecationHeaders = readDeprecation(operation, document, basePath);
  const deprecatedParts = readDeprecatedParts(operation, document);
  const reply = readReply(spec, document);
  const behavior = behaviors.behaviorOf(spec, reply);
  const { body: _, ...withoutBody } = reply;
  return {
    id,
    method,
    path,
    bodyType: sent?.mediaType.toLowerCase() ?? JSON_TYPE,
    ...(sent?.isRequired && { isBodyRequired: true }),
    ...(isIdempotent && { isIdempotent }),
    ...(deprecationHeaders && { deprecationHeaders }),
    ...(deprecatedParts && { deprecatedParts }),
    reply: behavior ? withoutBody : reply,
    ...(behavior && { behavior }),
  };
}

/** The first example of the first successful status, or a sample of its schema. */
function readReply(spec: OperationSpec, document: ContractDocument): ExampleReply {
  const [reply] = readReplies(spec, document);
  if (reply === undefined) return { status: 200, headers: {} };
  const { status, headers, mediaType, body } = reply;
  const own = Object.entries(headers).filter(([name]) => !isCommonHeader(name));
  return {
    status,
    headers: Object.fromEntries(own),
    ...(mediaType !== undefined && { mediaType, body }),
  };
}

/** Whether all operations have the header, with a value that is not the example's. */
function isCommonHeader(name: string): boolean {
  return /^(?:x-)?ratelimit|^x-request-id$|^deprecation$|^sunset$/i.test(name);
}

/** Status and message by code, from the first example of each code. */
function readErrors(document: ContractDocument): MockContract['errors'] {
  const { responses = {}, schemas } = document.components;
  const examples = Object.values(responses)
    .flatMap((response) => Object.values(resolve(response, document).content ?? {}))
    .flatMap((media) => examplesOf(media, document))
    .filter(isError);
  const codes = (schemas.ErrorCode?.enum ?? []) as readonly ErrorCode[];
  const rows = codes.map((code): [ErrorCode, ErrorRow] => {
    const { status, message } = examples.find((one) => one.code === code) ?? WITHOUT_EXAMPLE;
    return [code, { status, message: withoutWait(message) }];
  });
  return Object.fromEntries(rows) as MockContract['errors'];
}

/** The time to wait is a part of some messages. */
function withoutWait(message: string): string {
  return message.replace(/ Try again after \d+ s\.$/, '');
}

function isError(value: unknown): value is ErrorRow & { code: ErrorCode } {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

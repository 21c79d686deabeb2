// Mock contract: the part of the contract that the mock of @animal-store/sdk/testing reads at run time.
import type { ErrorCode, OperationSpec } from '@animal-store/contract';
import { isIdempotencyKey } from '@animal-store/core';
import { byPrecedence } from '@animal-store/core/http';
import { required } from '@animal-store/spec/json';
import type { Contract, Operation } from '@animal-store/spec/model';
import {
  examplesOf,
  readDeprecatedParts,
  readDeprecationHeaders,
  readReplies,
} from '@animal-store/spec/outputs';
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
export function renderMock(specs: readonly OperationSpec[], contract: Contract): string {
  const rows = readBehaviors(specs, contract).resources.map(
    ({ name, list }) => `  ${JSON.stringify(name)}: ItemOf<'${list.id}'>;`,
  );
  return `import type { ItemOf, MockContract } from '../src/testing/mock-contract.js';

export interface MockItems {
${rows.join('\n')}
}

export const contract: MockContract = ${JSON.stringify(toMockContract(specs, contract))};
`;
}

export function toMockContract(specs: readonly OperationSpec[], contract: Contract): MockContract {
  const behaviors = readBehaviors(specs, contract);
  const { url } = required(contract.servers[0], 'servers');
  const basePath = new URL(url).pathname; // the same for all servers
  const { maxBodyBytes, idempotencyRetentionSeconds } = contract.limits;
  const anonymousQuota = contract.plans.get('free');
  if (typeof anonymousQuota !== 'object') throw new Error('the plan free has no quota');
  return {
    basePath,
    anonymousQuota,
    ban: required(contract.ban, 'x-rate-limit-ban'),
    maxBodyBytes: required(maxBodyBytes, 'x-max-body-bytes'),
    idempotencyRetentionSeconds: required(idempotencyRetentionSeconds, 'x-idempotency'),
    errors: readErrors(contract),
    resources: behaviors.resources.map(({ name }) => name),
    operations: [...specs]
      .sort((one, other) => byPrecedence(one.path, other.path))
      .map((spec) => toMockOperation(spec, contract, basePath, behaviors)),
  };
}

function toMockOperation(
  spec: OperationSpec,
  contract: Contract,
  basePath: string,
  behaviors: Behaviors,
): MockOperation {
  const { id, method, path, parameters, body: sent } = spec;
  const operation = required(
    contract.operations.find((one) => one.id === id),
    id,
  );
  const isIdempotent = method !== 'get' && parameters.some(isIdempotencyKey);
  const deprecationHeaders = readDeprecationHeaders(operation, contract, basePath);
  const deprecatedParts = readDeprecatedParts(operation);
  const reply = readReply(operation);
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
function readReply(operation: Operation): ExampleReply {
  const [reply] = readReplies(operation);
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
function readErrors({ replies, schemas }: Contract): MockContract['errors'] {
  const examples = [...replies.values()]
    .flatMap(({ content }) => [...content.values()])
    .flatMap(examplesOf)
    .filter(isError);
  const codes = (schemas.get('ErrorCode')?.schema.enum ?? []) as readonly ErrorCode[];
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

// Handlers of the mock: a test's own answers. What neither they nor the lists answer gets the contract's example.
import type {
  OperationId,
  ParameterValues,
  ReceivedBody,
  ResponseBody,
  Responses,
} from '@animal-store/contract';
import type { ValidatedRequest } from '@animal-store/core/validation';
import { contract, type MockItems } from '../../generated/mock.js';
import { MOCK_ERROR } from '../client/errors.js';
import { refuse } from '../client/refuse.js';
import { JSON_TYPE } from '../int64/json.js';
import type { MockOperation } from './mock-contract.js';
import type { HeaderTexts, Reply } from './reply.js';
import type { Resources } from './resources.js';

/** The stored items, which may be changed. */
export type MockData = { readonly [Name in keyof MockItems]: MockItems[Name][] };

/** By operationId. They get valid requests, and answer in place of the mock. */
export type MockHandlers = {
  readonly [Id in OperationId]?: (
    request: {
      query: ParameterValues<Id, 'query'>;
      path: ParameterValues<Id, 'path'>;
      headers: ParameterValues<Id, 'header'>;
      body: ReceivedBody<Id>;
    },
    mock: { readonly data: MockData },
  ) => MockResponse<Id>;
};

/** One of the responses that the contract declares, errors among them. */
type MockResponse<Id extends OperationId> = {
  [Status in keyof Responses<Id> & number]: { status: Status; headers?: HeaderTexts } & ([
    ResponseBody<Id, Status>,
  ] extends [undefined]
    ? { body?: undefined }
    : { body: ResponseBody<Id, Status> });
}[keyof Responses<Id> & number];

export class Handlers {
  readonly #handlers: Readonly<Record<string, unknown>>;
  readonly #noted = new Set<OperationId>();

  /** @throws TypeError naming what is no operation, or no function. */
  constructor(handlers: MockHandlers = {}) {
    for (const [name, handler] of Object.entries(handlers))
      if (!contract.operations.some(({ id }) => id === name) || typeof handler !== 'function')
        refuse(`handlers.${name}`, 'a function, named as an operation', handler);
    this.#handlers = handlers;
  }

  /** @throws ApiError that the lists answer with; TypeError if a handler throws, or its status is not declared. */
  answer(operation: MockOperation, request: ValidatedRequest, resources: Resources): Reply {
    const { id, behavior } = operation;
    const handler = this.#handlers[id];
    if (typeof handler === 'function') return answerBy(handler, operation, request, resources);
    if (behavior === undefined && !this.#noted.has(id)) {
      this.#noted.add(id);
      console.info(
        `animal-store: the mock does not know what ${id} does, and answers with the contract's example. ` +
          `Answer it yourself: createMockFetch({ handlers: { ${id}: (request, { data }) => ({ status, body }) } })`,
      );
    }
    return resources.answer(operation, request);
  }
}

function answerBy(
  handler: CallableFunction,
  { id, mediaTypes, reply, statuses }: MockOperation,
  request: ValidatedRequest,
  resources: Resources,
): Reply {
  try {
    const given: Reply = { ...handler(request, { data: resources.items }) };
    const { status, body } = given;
    if (!statuses.includes(status)) refuse('status', `one of ${statuses.join(', ')}`, status);
    const headers = { ...(status === reply.status && reply.headers), ...given.headers };
    const mediaType = body === undefined ? undefined : (mediaTypes[status] ?? JSON_TYPE);
    return { status, headers, mediaType, body };
  } catch (cause) {
    const error = new TypeError(`the mock's handler of ${id}: ${cause}`, { cause });
    throw Object.assign(error, { [MOCK_ERROR]: true });
  }
}

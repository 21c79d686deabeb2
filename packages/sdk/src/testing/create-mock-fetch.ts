// Mock fetch: a `fetch` that answers as the service does, by the contract and from memory.
import type { OperationId } from '@animal-store/contract';
import type { Int64, Quota } from '@animal-store/core';
import { COMMON_HEADERS, isPlainRequestId } from '@animal-store/core/http';
import { contract, type MockItems } from '../../generated/mock.js';
import { parseJson } from '../int64/json.js';
import { throwIfAborted } from '../platform/abort.js';
import { systemClock } from '../platform/clock.js';
import { type Exchange, receive, type SentRequest } from './exchange.js';
import { failureReply, type MockFailure, networkError } from './failures.js';
import { Handlers, type MockData, type MockHandlers } from './handlers.js';
import { createMockClock, type MockClock } from './mock-clock.js';
import { MockService } from './mock-service.js';
import { QuotaCounter } from './quota.js';
import { putHeaders, toResponse } from './reply.js';
import { Resources } from './resources.js';

/** Items to begin with. An item without an `id` gets the next one. */
type Seeds = { readonly [Name in keyof MockItems]?: readonly Seed<MockItems[Name]>[] };

type Seed<Item> = Item extends unknown ? Omit<Item, 'id'> & { id?: Int64 } : never;

export type MockFetchOptions = Seeds & {
  /** Requests of each API key in a UTC minute and in a UTC day. Default: more than any test sends. */
  readonly quota?: Quota;
  /** Answers to operations, in place of the mock's own, which are by its items and, without any, the contract's examples. */
  readonly handlers?: MockHandlers;
};

/** A request that the mock has received. */
export interface MockRequest {
  /** Undefined if the contract has no operation for the method and the path. */
  operation: OperationId | undefined;
  /** In upper case. */
  method: string;
  url: string;
  /** By name in lower case, without `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** The JSON, with a bigint for an integer beyond 2^53; the text if it is not JSON; undefined if it is empty or not UTF-8. */
  body: unknown;
}

export interface MockFetch {
  /** Answers as the platform's `fetch` would with the service behind it. */
  (input: string | URL | SentRequest, init?: RequestInit): Promise<Response>;
  /** Pass it to the client, and waits for the quota and for retries take no time. */
  readonly clock: MockClock;
  /** All requests since the mock was created or reset. */
  readonly requests: readonly MockRequest[];
  /** The stored items. Change a list or its items to do what the store's staff would. */
  readonly data: MockData;
  /** Makes the next request fail, or be slow. Failures add up, and are taken in the order in which they were added. */
  failNext(failure: MockFailure): void;
  /** Returns to the state in which the mock was created. The clock keeps its time. */
  reset(): void;
}

/**
 * A `fetch` that is the contract: it validates requests, keeps what is created, and answers with the pages, errors,
 * quota headers and deprecation headers of the service. `TEST_KEY` and keys that begin with `as_live_` are valid; those
 * that begin with `as_pub_` may only read.
 * @throws TypeError naming the invalid option.
 */
export function createMockFetch(options: MockFetchOptions = {}): MockFetch {
  const { quota, handlers: given, ...seeds } = options;
  for (const name of Object.keys(seeds))
    if (!contract.resources.includes(name))
      throw new TypeError(
        `${name} must be one of quota, handlers, ${contract.resources.join(', ')}`,
      );
  const clock = createMockClock();
  const handlers = new Handlers(given);
  const start = () =>
    new MockService(new Resources(seeds), new QuotaCounter(quota), clock, handlers);
  let service = start();
  let requests: MockRequest[] = [];

  async function mockFetch(input: string | URL | SentRequest, init: RequestInit = {}) {
    const exchange = await receive(input, init);
    const { signal, route, method, headers, replyHeaders } = exchange;
    throwIfAborted(signal);
    requests.push(record(exchange));
    const id = requestIdOf(headers) ?? `mock-${requests.length}`;
    putHeaders(replyHeaders, { 'X-Request-Id': id, ...COMMON_HEADERS });
    const failure = service.failures.take(route?.id);
    if (failure?.delayMs) await systemClock.sleep(failure.delayMs, signal);
    throwIfAborted(signal);
    if (failure?.networkError) throw networkError();
    const reply = service.reply(exchange, failure && failureReply(failure, route?.id));
    return toResponse(reply, replyHeaders, method === 'HEAD');
  }

  return Object.defineProperties(mockFetch, {
    clock: { value: clock },
    requests: { get: () => requests },
    data: { get: () => service.resources.items },
    failNext: { value: (failure: MockFailure) => service.failures.add(failure) },
    reset: {
      value() {
        service = start();
        requests = [];
      },
    },
  }) as MockFetch; // the properties have the generated types, and the items those of the contract
}

function record({ method, url, headers, text, route }: Exchange): MockRequest {
  const kept = [...headers].filter(([name]) => name !== 'authorization');
  return {
    operation: route?.id,
    method,
    url,
    headers: Object.fromEntries(kept),
    body: text ? bodyOf(text) : undefined,
  };
}

function bodyOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The client's own id, if the service would accept it. */
function requestIdOf(headers: Headers): string | undefined {
  const sent = headers.get('x-request-id') ?? '';
  return isPlainRequestId(sent) && !/as_(?:live|pub)_/.test(sent) ? sent : undefined;
}

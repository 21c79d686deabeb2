// Owns what a method returns: a promise that can also tell the whole reply, pages that know the next, and loops over all.
import { nextCursor } from './links.js';
import type {
  ApiPromise,
  ApiResponse,
  CallOptions,
  Method,
  OperationId,
  Page,
  PagedMethod,
} from './method.js';
import { readRateLimit } from './rate-limit.js';

type Params = Readonly<Record<string, unknown>>;
type Call = (params: Params, options: CallOptions) => Promise<ApiResponse<unknown>>;

/** The client's untyped call under the contract's types: the service answers for their truth. */
export function makeMethod<Id extends OperationId>(call: Call): Method<Id> {
  return ((params: Params = {}, options: CallOptions = {}) =>
    promise(call(params, options))) as Method<Id>;
}

export function makePagedMethod<Id extends OperationId>(call: Call): PagedMethod<Id> {
  const page = (params: Params = {}, options: CallOptions = {}): ApiPromise<Page<unknown>> =>
    promise(call(params, options).then((reply) => toPage(reply, params)));

  function toPage(
    { data, response }: ApiResponse<unknown>,
    params: Params,
  ): ApiResponse<Page<unknown>> {
    const cursor = nextCursor(response.headers);
    const next =
      cursor === undefined
        ? undefined
        : (options?: CallOptions) => page({ ...params, cursor }, options);
    return makeReply(
      {
        items: data as unknown[],
        next,
        get rateLimit() {
          return readRateLimit(response.headers);
        },
      },
      response,
    );
  }

  async function* all(
    params?: Params,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    for (
      let current: Page<unknown> | undefined = await page(params, options);
      current;
      current = await current.next?.(options)
    ) {
      yield* current.items;
    }
  }
  return Object.assign(page, { all }) as PagedMethod<Id>;
}

/** What comes beside the data is read only if somebody asks: most callers want the data alone. */
export function makeReply<Data>(data: Data, response: Response): ApiResponse<Data> {
  return {
    data,
    response,
    get rateLimit() {
      return readRateLimit(response.headers);
    },
    get requestId() {
      return response.headers.get('x-request-id') ?? undefined;
    },
  };
}

function promise<Data>(reply: Promise<ApiResponse<Data>>): ApiPromise<Data> {
  const data = reply.then((response) => response.data);
  return Object.assign(data, {
    withResponse: () => {
      data.catch(() => {}); // whoever asks for the reply hears of its failure there
      return reply;
    },
  });
}

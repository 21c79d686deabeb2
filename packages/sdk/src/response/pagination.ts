// Pagination: pages that fetch the next one, and iteration over all items.
import { PaginationError } from '../client/errors.js';
import type { ApiPromise, ApiResponse, CallOptions, OperationId, Page } from '../client/types.js';
import type { CallArgument, WireOperation } from '../client/wire-operation.js';
import { createApiPromise, ReceivedResponse } from './api-promise.js';
import { findLink, nextCursor } from './headers.js';
import { type RateLimit, readRateLimit } from './rate-limit.js';

type Call = (params: CallArgument, options: CallOptions) => Promise<ApiResponse<unknown>>;

type FetchNext<Item> = Page<Item>['next'];

export class FetchedPage<Item> implements Page<Item> {
  readonly items: Item[];
  declare readonly nextCursor?: string;
  readonly #next: FetchNext<Item>;
  readonly #headers: Headers;

  constructor(items: Item[], cursor: string | undefined, next: FetchNext<Item>, headers: Headers) {
    this.items = items;
    if (cursor !== undefined) this.nextCursor = cursor;
    this.#next = next;
    this.#headers = headers;
  }

  [Symbol.iterator](): IterableIterator<Item> {
    return this.items[Symbol.iterator]();
  }

  get next(): FetchNext<Item> {
    return this.nextCursor === undefined ? undefined : this.#next;
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.#headers);
  }
}

/** For a page that may or may not be the last one: its items can be used, and reading `nextCursor` or `next` throws. */
function failOnNextCursor(
  page: FetchedPage<unknown>,
  operation: OperationId,
  headers: Headers,
): void {
  const get = () => {
    let cause: unknown;
    try {
      headers.get('link');
    } catch (thrown) {
      cause = thrown;
    }
    throw new PaginationError(
      'whether items follow is unknown: the Link header was removed, or may not be read',
      { operation, cause },
    );
  };
  Object.defineProperty(page, 'nextCursor', { get, enumerable: true });
}

export function createPagedMethod(
  id: OperationId,
  { isStructured, hasPageLinks }: WireOperation,
  call: Call,
) {
  const getPage = (
    params: CallArgument = {},
    options: CallOptions = {},
  ): ApiPromise<Page<unknown>> => fetchPage(params, options, []);

  /** @param usedCursors Of the pages before, if this one is reached by `next`. */
  const fetchPage = (params: CallArgument, options: CallOptions, usedCursors: readonly unknown[]) =>
    createApiPromise(
      call(params, options).then((response) =>
        toPage(response, params, [...usedCursors, queryOf(params).cursor]),
      ),
    );

  function toPage(
    { data, status, response }: ApiResponse<unknown>,
    params: CallArgument,
    usedCursors: readonly unknown[],
  ): ApiResponse<Page<unknown>> {
    const items = Array.isArray(data) ? data : []; // the transport refuses anything else
    const { headers } = response;
    const cursor = nextCursor(headers);
    let next: FetchNext<unknown>;
    if (cursor !== undefined) {
      if (usedCursors.includes(cursor))
        throw new PaginationError(
          `the service returned the cursor "${cursor}" twice, so that its pages never end`,
          { operation: id },
        );
      const query = { ...queryOf(params), cursor };
      next = (options = {}) =>
        fetchPage(isStructured ? { ...params, query } : query, options, usedCursors);
    }
    const page = new FetchedPage(items, cursor, next, headers);
    const isEnd = findLink(headers, 'first') && !findLink(headers, 'next');
    // Nothing follows a page without items.
    if (hasPageLinks && !cursor && !isEnd && items.length > 0) failOnNextCursor(page, id, headers);
    return new ReceivedResponse(page, status, response);
  }

  function queryOf(params: CallArgument): CallArgument {
    const { query } = params;
    return isStructured ? { ...(typeof query === 'object' && query) } : params;
  }

  async function* all(
    params?: CallArgument,
    options?: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    for (
      let page: Page<unknown> | undefined = await getPage(params, options);
      page;
      page = await page.next?.(options)
    ) {
      yield* page.items;
    }
  }
  return Object.assign(getPage, { all });
}

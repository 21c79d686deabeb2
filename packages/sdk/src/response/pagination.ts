// Pagination: pages that fetch the next one, and iteration over all items.
import { ConnectionError, PaginationError } from '../errors.js';
import type { Int64Mode } from '../int64-types.js';
import type { OperationSpec } from '../operation-spec.js';
import type {
  ApiPromise,
  ApiResponse,
  CallOptions,
  OperationId,
  Page,
  PagedMethod,
} from '../types.js';
import { createApiPromise, createApiResponse } from './api-promise.js';
import { nextCursor } from './link-header.js';
import { type RateLimit, readRateLimit } from './rate-limit.js';

type Params = Readonly<Record<string, unknown>>;
type Call = (params: Params, options: CallOptions) => Promise<ApiResponse<unknown>>;

type FetchNext = Page<unknown>['next'];

class FetchedPage implements Page<unknown> {
  readonly items: unknown[];
  declare readonly nextCursor?: string;
  readonly #next: FetchNext;
  readonly #headers: Headers;

  constructor(items: unknown[], cursor: string | undefined, next: FetchNext, headers: Headers) {
    this.items = items;
    if (cursor !== undefined) this.nextCursor = cursor;
    this.#next = next;
    this.#headers = headers;
  }

  get next(): FetchNext {
    return this.#next;
  }

  get rateLimit(): RateLimit | undefined {
    return readRateLimit(this.#headers);
  }
}

/** Gives an untyped call the types of the contract. They are not checked at run time. */
export function createPagedMethod<Id extends OperationId, Mode extends Int64Mode>(
  id: Id,
  { isStructured }: OperationSpec,
  call: Call,
): PagedMethod<Id, Mode> {
  const getPage = (params: Params = {}, options: CallOptions = {}): ApiPromise<Page<unknown>> =>
    fetchPage(params, options, []);

  /** @param usedCursors Of the pages before, if this one is reached by `next`. */
  const fetchPage = (params: Params, options: CallOptions, usedCursors: readonly unknown[]) =>
    createApiPromise(
      call(params, options).then((response) =>
        toPage(response, params, [...usedCursors, queryOf(params).cursor]),
      ),
    );

  function toPage(
    { data, response }: ApiResponse<unknown>,
    params: Params,
    usedCursors: readonly unknown[],
  ): ApiResponse<Page<unknown>> {
    if (!Array.isArray(data)) throw new ConnectionError(`${id}: body is not a list`);
    const cursor = nextCursor(response.headers);
    let next: FetchNext;
    if (cursor !== undefined) {
      if (usedCursors.includes(cursor))
        throw new PaginationError(
          `${id}: the service returned the cursor "${cursor}" twice, so that its pages never end`,
        );
      const query = { ...queryOf(params), cursor };
      next = (options = {}) =>
        fetchPage(isStructured ? { ...params, query } : query, options, usedCursors);
    }
    return createApiResponse(new FetchedPage(data, cursor, next, response.headers), response);
  }

  function queryOf(params: Params): Params {
    const { query } = params;
    return isStructured ? { ...(typeof query === 'object' && query) } : params;
  }

  async function* all(
    params?: Params,
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
  return Object.assign(getPage, { all }) as PagedMethod<Id, Mode>;
}

// Pagination: pages that fetch the next one, and iteration over all items.
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
import { readRateLimit } from './rate-limit.js';

type Params = Readonly<Record<string, unknown>>;
type Call = (params: Params, options: CallOptions) => Promise<ApiResponse<unknown>>;

/** Gives an untyped call the types of the contract. They are not checked at run time. */
export function createPagedMethod<Id extends OperationId>(
  { isStructured }: OperationSpec,
  call: Call,
): PagedMethod<Id> {
  const getPage = (params: Params = {}, options: CallOptions = {}): ApiPromise<Page<unknown>> =>
    createApiPromise(call(params, options).then((response) => toPage(response, params)));

  function toPage(
    { data, response }: ApiResponse<unknown>,
    params: Params,
  ): ApiResponse<Page<unknown>> {
    const cursor = nextCursor(response.headers);
    const next =
      cursor === undefined
        ? undefined
        : (options?: CallOptions) => getPage(withCursor(params, cursor), options);
    return createApiResponse(
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

  function withCursor(params: Params, cursor: string): Params {
    if (!isStructured) return { ...params, cursor };
    const { query } = params;
    return { ...params, query: { ...(typeof query === 'object' && query), cursor } };
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
  return Object.assign(getPage, { all }) as PagedMethod<Id>;
}

// Options of TanStack Query for the calls of a client: queries, infinite queries and mutations.
import type { IdempotentCallOptions, OperationId } from '../client/types.js';
import type { Int64Mode } from '../int64/int64-types.js';
import { withIdempotencyKey } from './idempotency.js';
import { infiniteQueryKey, queryKey, type Service } from './query-key.js';
import type {
  InfiniteQueryOptions,
  MutationOptions,
  QueryData,
  QueryOptions,
  Returned,
} from './types.js';

type Values = Readonly<Record<string, unknown>>;
type Call<Data> = (params: unknown, options?: object) => Promise<Data>;

/** @param params A symbol, which is TanStack Query's `skipToken`, takes the place of the function that fetches. */
export function queryOptions<Id extends OperationId, Mode extends Int64Mode>(
  store: Service,
  id: Id,
  params: object | symbol | undefined,
  callOptions?: object,
): QueryOptions<Id, Mode, symbol> {
  return {
    queryKey: queryKey(store, id, params),
    queryFn:
      typeof params === 'symbol'
        ? params
        : ({ signal }) => fetchData(store, id, params, { ...callOptions, signal }),
    retry: false,
  };
}

/** @param part The part of a structured call that has the cursor. */
export function infiniteQueryOptions<Id extends OperationId, Mode extends Int64Mode>(
  store: Service,
  id: Id,
  params: object | symbol = {},
  callOptions?: object,
  part?: 'query',
): InfiniteQueryOptions<Id, Mode, symbol> {
  const query = toValues(part ? toValues(params)[part] : params);
  const withCursor = (pageParam: string | null): object => {
    const values = { ...query, cursor: pageParam ?? undefined };
    return part ? { ...toValues(params), [part]: values } : values;
  };
  return {
    queryKey: infiniteQueryKey(store, id, params),
    queryFn:
      typeof params === 'symbol'
        ? params
        : ({ signal, pageParam }) =>
            fetchData(store, id, withCursor(pageParam), { ...callOptions, signal }),
    initialPageParam: typeof query.cursor === 'string' ? query.cursor : null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: false,
  };
}

export function mutationOptions<Id extends OperationId, Mode extends Int64Mode>(
  store: Service,
  id: Id,
  callOptions: IdempotentCallOptions = {},
  { isIdempotent = false } = {},
): MutationOptions<Id, Mode> {
  const method = methodOf<Returned<Id, Mode>>(store, id);
  return {
    mutationKey: [store.baseUrl, id],
    mutationFn: (variables) => {
      const call = (key?: object) => method(variables, { ...callOptions, ...key });
      const needsKey = isIdempotent && callOptions.idempotencyKey === undefined;
      if (!needsKey || typeof variables !== 'object') return call();
      return withIdempotencyKey(variables, JSON.stringify(queryKey(store, id, variables)), call);
    },
    retry: false,
  };
}

async function fetchData<Id extends OperationId, Mode extends Int64Mode>(
  store: Service,
  id: Id,
  params: object | undefined,
  callOptions: object,
): Promise<QueryData<Id, Mode>> {
  const method = methodOf<unknown>(store, id);
  const data = await method(params, callOptions);
  // A copy of a page has its data alone. Only methods that return pages have `all`.
  return ('all' in method ? toValues(data) : (data ?? null)) as QueryData<Id, Mode>;
}

/** A method without its types: the options have those of the contract, which are not checked at run time. */
function methodOf<Data>(store: Service, id: OperationId): Call<Data> {
  return Reflect.get(store, id);
}

function toValues(value: unknown): Values {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

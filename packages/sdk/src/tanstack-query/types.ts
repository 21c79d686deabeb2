// Types of the options, which TanStack Query's functions infer from. They need none of its packages.
import type { AnimalStore } from '../animal-store.js';
import type { Int64Mode } from '../int64-types.js';
import type { OperationId, OptionsOf, Page, PageData, Params } from '../types.js';
import type { QueryKey } from './query-key.js';

/** Options of `useQuery`, `useSuspenseQuery`, `queryClient.fetchQuery` and their like. */
export interface QueryOptions<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
  Context = { signal: AbortSignal },
> {
  queryKey: QueryKey<Id>;
  /** Rejects as the client's method does. */
  queryFn: (context: Context) => Promise<QueryData<Id, Mode>>;
  /** The client retries by itself. */
  retry: false;
}

/** Options of `useInfiniteQuery`, `queryClient.fetchInfiniteQuery` and their like. */
export interface InfiniteQueryOptions<Id extends OperationId, Mode extends Int64Mode = 'number'>
  extends QueryOptions<Id, Mode, { signal: AbortSignal; pageParam: Cursor }> {
  initialPageParam: Cursor;
  getNextPageParam: (page: PageData<unknown>) => string | undefined;
}

/** Options of `useMutation`. Its variables are the argument of the client's method. */
export interface MutationOptions<Id extends OperationId, Mode extends Int64Mode = 'number'> {
  mutationKey: readonly [service: string, operation: Id];
  /** Rejects as the client's method does. */
  mutationFn: (variables: Variables<Id, Mode>) => Promise<Returned<Id, Mode>>;
  /** The client retries by itself. */
  retry: false;
}

/** Options of each call that a query or a mutation makes. They are no part of its key. The signal is TanStack Query's. */
export type CallOptionsOf<Id extends OperationId> = Omit<OptionsOf<Id>, 'signal'>;

/** Position of a page. The first one is null, because a stored cache has no undefined. */
type Cursor = string | null;

/** What the client's method resolves to. */
export type Returned<
  Id extends OperationId,
  Mode extends Int64Mode,
> = AnimalStore<Mode>[Id] extends (...args: never) => PromiseLike<infer Data> ? Data : never;

/** What a query caches. A response without a body is `null`, because a query cannot hold `undefined`. */
export type QueryData<Id extends OperationId, Mode extends Int64Mode> = Cacheable<
  Returned<Id, Mode>
>;

type Cacheable<Data> = [Data] extends [Page<infer Item>]
  ? PageData<Item>
  : undefined extends Data
    ? Exclude<Data, undefined> | null
    : Data;

/** May be omitted, as in `mutate()`, if nothing in it is required. */
export type Variables<Id extends OperationId, Mode extends Int64Mode> =
  // biome-ignore lint/suspicious/noConfusingVoidType: TypeScript lets only a parameter of type void be omitted
  Record<never, never> extends Params<Id, Mode> ? Params<Id, Mode> | void : Params<Id, Mode>;

// Types of the options, which TanStack Query's functions infer from.
// @ts-expect-error not installed here, nor needed by those who do without it: the types are `any` then
import type { DataTag, SkipToken } from '@tanstack/query-core';
import type { StructuredOperationId } from '../../generated/call-shapes.js';
import type { AnimalStore } from '../client/animal-store.js';
import type { OperationId, OptionsOf, Page, PageData, Params } from '../client/types.js';
import type { Int64Mode } from '../int64/int64-types.js';
import type { QueryKey } from './query-key.js';

export type { SkipToken };

/**
 * A key from which `queryClient.getQueryData` and its like infer the type of the data. Where the tag cannot be imported, it has
 * all names as an `any` does.
 */
export type TypedQueryKey<Id extends OperationId, Data> = string extends keyof DataTag<
  unknown,
  unknown
>
  ? QueryKey<Id>
  : DataTag<QueryKey<Id>, Data>;

/** Options of `useQuery`, `useSuspenseQuery`, `queryClient.fetchQuery` and their like. */
export interface QueryOptions<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
  Skip = never,
> {
  queryKey: TypedQueryKey<Id, QueryData<Id, Mode>>;
  /** Rejects as the client's method does. */
  queryFn: ((context: { signal: AbortSignal }) => Promise<QueryData<Id, Mode>>) | Skip;
  /** The client retries by itself. */
  retry: false;
}

/** Options of `useInfiniteQuery`, `queryClient.fetchInfiniteQuery` and their like. */
export interface InfiniteQueryOptions<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
  Skip = never,
> {
  queryKey: TypedQueryKey<Id, InfiniteQueryData<Id, Mode>>;
  /** Rejects as the client's method does. */
  queryFn: ((context: PageContext) => Promise<QueryData<Id, Mode>>) | Skip;
  initialPageParam: Cursor;
  getNextPageParam: (page: PageData<unknown>) => string | undefined;
  /** The client retries by itself. */
  retry: false;
}

/** Options of `useMutation`. Its variables are the argument of the client's method. */
export interface MutationOptions<Id extends OperationId, Mode extends Int64Mode = 'number'> {
  mutationKey: readonly [service: string, operation: Id];
  /** Rejects as the client's method does. */
  mutationFn: (variables: MutationVariables<Id, Mode>) => Promise<Returned<Id, Mode>>;
  /** The client retries by itself. */
  retry: false;
}

/** Options of each call that a query or a mutation makes. They are no part of its key. The signal is TanStack Query's. */
export type CallOptionsOf<Id extends OperationId> = Omit<OptionsOf<Id>, 'signal'>;

/** Parameters of a query. While it is not `enabled`, those that are not known yet may be `undefined`. */
export type QueryParams<
  Id extends OperationId,
  Mode extends Int64Mode = 'number',
> = Id extends StructuredOperationId
  ? OrUndefined<{ [Part in keyof Params<Id, Mode>]: OrUndefined<Params<Id, Mode>[Part]> }>
  : OrUndefined<Params<Id, Mode>>;

/** Editors show the properties of the inferred type. */
type OrUndefined<T> = T extends infer Whole
  ? { [Name in keyof Whole]: Whole[Name] | undefined }
  : never;

interface PageContext {
  signal: AbortSignal;
  pageParam: Cursor;
}

/** Position of a page. The first one is null, because a stored cache has no undefined. */
type Cursor = string | null;

/** What the client's method resolves to. */
export type Returned<
  Id extends OperationId,
  Mode extends Int64Mode,
> = AnimalStore<Mode>[Id] extends (...args: never) => PromiseLike<infer Data> ? Data : never;

/** What a query caches. A response without a body is `null`, because a query cannot hold `undefined`. */
export type QueryData<Id extends OperationId, Mode extends Int64Mode = 'number'> = Cacheable<
  Returned<Id, Mode>
>;

/** What an infinite query caches. */
export interface InfiniteQueryData<Id extends OperationId, Mode extends Int64Mode = 'number'> {
  pages: QueryData<Id, Mode>[];
  pageParams: unknown[];
}

type Cacheable<Data> = [Data] extends [Page<infer Item>]
  ? PageData<Item>
  : undefined extends Data
    ? Exclude<Data, undefined> | null
    : Data;

/** May be omitted, as in `mutate()`, if nothing in it is required. */
export type MutationVariables<Id extends OperationId, Mode extends Int64Mode = 'number'> =
  // biome-ignore lint/suspicious/noConfusingVoidType: TypeScript lets only a parameter of type void be omitted
  Record<never, never> extends Params<Id, Mode> ? Params<Id, Mode> | void : Params<Id, Mode>;

/** What `onMutate` of an optimistic update returns to `onError`, which puts it back: the data of a query before. */
export interface OptimisticContext<Data> {
  previous: Data | undefined;
}

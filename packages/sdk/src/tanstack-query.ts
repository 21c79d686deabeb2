// Public API of @animal-store/sdk/tanstack-query.
export * from '../generated/tanstack-query.js';
export type { QueryKey } from './tanstack-query/query-key.js';
export type {
  CallOptionsOf,
  InfiniteQueryData,
  InfiniteQueryOptions,
  MutationOptions,
  MutationVariables,
  OptimisticContext,
  QueryData,
  QueryOptions,
  QueryParams,
} from './tanstack-query/types.js';

// Public API of @animal-store/sdk/tanstack-query.
export * from '../generated/tanstack-query.js';
export type { QueryKey } from './tanstack-query/query-key.js';
export type {
  InfiniteQueryOptions,
  MutationOptions,
  QueryOptions,
} from './tanstack-query/types.js';

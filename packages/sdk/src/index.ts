// Public API of @animal-store/sdk.

export type { Int64 } from '@animal-store/core';
export * from '../generated/enums.js';
export type * from '../generated/schemas.js';
export { AnimalStore } from './client/animal-store.js';
export {
  ApiError,
  type ApiErrorJson,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  IdempotencyError,
  InvalidRequestError,
  isApiError,
  isConnectionError,
  NotFoundError,
  PaginationError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from './client/errors.js';
export type {
  AnimalStoreOptions,
  IncomingResponse,
  OutgoingRequest,
  WaitNotice,
} from './client/options.js';
export type {
  ApiPromise,
  ApiResponse,
  ApiUnionPromise,
  CallOptions,
  Fetch,
  FetchInit,
  FetchOptions,
  FetchResponse,
  IdempotentCallOptions,
  OperationId,
  Page,
  PageData,
  Params,
  Result,
} from './client/types.js';
export type { Int64AsString, Int64Mode } from './int64/int64-types.js';
export type { Clock } from './platform/clock.js';
export type { DeprecationNotice } from './response/deprecation.js';
export type { RateLimit, RateLimitWindow } from './response/rate-limit.js';

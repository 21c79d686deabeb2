// Public API of @animal-store/sdk.

export type { Int64 } from '@animal-store/contract';
export type * from '../generated/schemas.js';
export { AnimalStore } from './animal-store.js';
export type { Clock } from './clock.js';
export {
  ApiError,
  ConnectionError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from './errors.js';
export type {
  AnimalStoreOptions,
  DeprecationNotice,
  IncomingResponse,
  OutgoingRequest,
} from './options.js';
export type { RateLimit, RateLimitWindow } from './response/rate-limit.js';
export type {
  ApiPromise,
  ApiResponse,
  ApiUnionPromise,
  CallOptions,
  OperationId,
  Page,
  Params,
  Result,
} from './types.js';

// The typed fetch client of the animal store.

export type {
  ErrorCode,
  ErrorDetail,
  Int64,
  NewPet,
  Order,
  Pet,
  PetStatus,
} from '@animal-store/contract';
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
  ApiPromise,
  ApiResponse,
  CallOptions,
  OperationId,
  Page,
  Params,
  Result,
} from './method.js';
export type {
  AnimalStoreOptions,
  DeprecationNotice,
  IncomingResponse,
  OutgoingRequest,
} from './options.js';
export type { RateLimit, RateLimitWindow } from './rate-limit.js';

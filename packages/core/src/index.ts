// What server, mock and SDK agree on: exact integers, and what they know of an operation. Validation of requests, HTTP and
// quotas have entries of their own.

export {
  IDEMPOTENCY_KEY,
  isIdempotencyKey,
  type KeyClaim,
  toKeyClaim,
} from './idempotency-key.js';
export { type Int64, parseInt64, toInt64 } from './int64.js';
export { isObject, mapValues } from './json-object.js';
export {
  type BodySpec,
  METHODS,
  type Method,
  type OperationSpec,
  type ParameterIn,
  type ParameterSpec,
  type ParameterType,
  type SuccessSpec,
} from './operation-spec.js';
export type {
  ContractTypes,
  ParameterValues,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from './operation-types.js';
export type { BanPolicy, Quota } from './rate-limit/quota.js';
// Types that are generated for `readOnly` and `writeOnly` import the markers.
export type { Readable, ReadOnly, Writable, WriteOnly } from './read-write.js';

// The contract as TypeScript. Every build regenerates the imports from ../generated.

export type { Defaulted } from '../generated/defaults.js';
export { document } from '../generated/document.js';
export { METHODS } from '../generated/methods.js';
export { operationSpecs } from '../generated/operations.js';
export type * from '../generated/schemas.js';
export { SCHEMA_TYPES } from '../generated/schemas.js';
export type { components, operations, paths } from '../generated/types.js';
export { type CallShape, callShape, isIdempotencyKey, resultSchema } from './call-shape.js';
export type {
  BanPolicy,
  ContractDocument,
  HeaderObject,
  MediaTypeObject,
  Method,
  Operation,
  OperationId,
  Parameter,
  ParameterIn,
  Quota,
  Reference,
  RequestBodyObject,
  ResponseObject,
  Schema,
} from './document.js';
export { type Int64, parseInt64, toInt64 } from './int64.js';
export type {
  BodySpec,
  ListFormat,
  OperationSpec,
  ParameterSpec,
  ParameterType,
  SuccessSpec,
} from './operation-spec.js';
export type {
  ParameterValues,
  ReceivedBody,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from './operation-types.js';
export type { Readable, Writable } from './read-write.js';
export { mediaOf, parametersOf, resolve, unescapeToken } from './resolve.js';

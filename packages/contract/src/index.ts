// The contract as TypeScript. Every build regenerates the imports from ../generated.

export type { Defaulted } from '../generated/defaults.js';
export { document } from '../generated/document.js';
export { operationSpecs } from '../generated/operations.js';
export type * from '../generated/schemas.js';
export { SCHEMA_TYPES } from '../generated/schemas.js';
export type { components, operations, paths } from '../generated/types.js';
export { type CallShape, callShape, resultSchema } from './call-shape.js';
export type {
  ContractDocument,
  HeaderObject,
  MediaTypeObject,
  Operation,
  OperationId,
  OperationSpec,
  Parameter,
  Reference,
  RequestBodyObject,
  ResponseObject,
  Schema,
} from './document.js';
export type {
  ParameterValues,
  ReceivedBody,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from './operation-types.js';
export type { Readable, Writable } from './read-write.js';
export { mediaOf, parametersOf, resolve } from './resolve.js';

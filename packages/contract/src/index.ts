// The contract as TypeScript. Every build regenerates the imports from ../generated.

export type { Defaulted } from '../generated/defaults.js';
export { operationSpecs } from '../generated/operations.js';
export type * from '../generated/schemas.js';
export { SCHEMA_TYPES } from '../generated/schemas.js';
export type { components, operations, paths } from '../generated/types.js';
export type {
  OperationId,
  OperationSpec,
  ParameterValues,
  ReceivedBody,
  RequestBody,
  ResponseBody,
  Responses,
  SuccessStatus,
} from './operation-types.js';

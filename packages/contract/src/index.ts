// The contract as TypeScript. Every build regenerates the imports from ../generated.

export type { Defaulted } from '../generated/defaults.js';
export { document } from '../generated/document.js';
export { METHODS } from '../generated/methods.js';
export type { components, operations, paths } from '../generated/types.js';
export type * from './document.js';
export { type Int64, parseInt64, toInt64 } from './int64.js';
export type * from './operation-types.js';
export { resolve, unescapeToken } from './resolve.js';
export type {
  ErrorCode,
  ErrorDetail,
  ErrorDetailCode,
  ErrorDetailIn,
  NewPet,
  Order,
  Pet,
  PetStatus,
} from './schemas.js';

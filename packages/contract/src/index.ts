// Everything that openapi.yaml says, as TypeScript. The generated parts are made anew by every build.

export type { Defaulted } from '../generated/defaults.js';
export { document } from '../generated/document.js';
export type { components, operations, paths } from '../generated/types.js';
export type * from './document.js';
export { METHODS } from './document.js';
export { type Int64, parseInt64, toInt64 } from './int64.js';
export { resolve } from './resolve.js';
export type { ErrorCode, ErrorDetail, NewPet, Order, Pet, PetStatus } from './schemas.js';

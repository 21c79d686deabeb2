// Short names of the contract's schemas.
import type { components } from '../generated/types.js';

type Schemas = components['schemas'];

export type Pet = Schemas['Pet'];
export type NewPet = Schemas['NewPet'];
export type PetStatus = Schemas['PetStatus'];
export type Order = Schemas['Order'];
export type ErrorCode = Schemas['ErrorCode'];
export type ErrorDetail = Schemas['ErrorDetail'];
export type ErrorDetailCode = Schemas['ErrorDetailCode'];
export type ErrorDetailIn = Schemas['ErrorDetailIn'];

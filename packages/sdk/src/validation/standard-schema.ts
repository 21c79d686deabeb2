// Standard Schema, version 1: the interface by which forms and other libraries call a validator. Source: standardschema.dev.
import type { Issue } from './issues.js';

/** A validator that every library with support for Standard Schema accepts. */
export interface StandardSchema<Input, Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'animal-store';
    /** The value as it is to be sent, or what is wrong with it. */
    readonly validate: (value: unknown) => Validated<Output>;
    /** Exists in types only. */
    readonly types?: { readonly input: Input; readonly output: Output };
  };
}

export type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

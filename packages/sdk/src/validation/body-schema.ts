// Body schema: a compiled validator as a Standard Schema, version 1, the interface by which forms and other libraries call a
// validator. Source: standardschema.dev.
import type { OperationId, RequestBody } from '@animal-store/contract';
import { ERROR_BOUNDS } from '@animal-store/contract/error-bounds';
import {
  ErrorDetails,
  readBodyValue,
  type SchemaValidator,
  validateBody,
} from '@animal-store/core/validation';
import { type Issue, toIssues } from './issues.js';

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

type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** Validates a request body as the service does. A valid body comes back as it is to be sent, with its defaults. */
export type BodySchema<Input, Output = Input> = StandardSchema<Input, Output>;

/** The body that a call takes. */
export type SentBody<Id extends OperationId> = Exclude<RequestBody<Id>, undefined>;

export function createBodySchema<Input, Output>(
  validate: SchemaValidator,
): BodySchema<Input, Output> {
  return standardSchema((value) => {
    const details = new ErrorDetails(ERROR_BOUNDS);
    const json = readBodyValue(value, details);
    const body = json.isFullyScanned ? validateBody(validate, json, details) : undefined;
    return isValid<Output>(body, details)
      ? { value: body }
      : { issues: toIssues(details.all, value) };
  });
}

export function standardSchema<Input, Output>(
  validate: StandardSchema<Input, Output>['~standard']['validate'],
): StandardSchema<Input, Output> {
  return { '~standard': { version: 1, vendor: 'animal-store', validate } };
}

/** The contract's types are those of a valid body. */
function isValid<Output>(_body: unknown, details: ErrorDetails): _body is Output {
  return details.isEmpty;
}

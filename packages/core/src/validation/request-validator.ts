// Request validator: all that is wrong with a request to one operation, in one function. The mock and the review of contracts call
// it; the server calls its parts, because express-openapi-validator judges bodies there.
import type { OperationSpec } from '../operation-spec.js';
import type { ErrorDetails } from './error-details.js';
import type { BodyJson } from './json/strict-json.js';
import { createReader } from './parameters/parameter-reader.js';
import { type ParameterTexts, readParameters } from './parameters/read-parameters.js';
import type { SchemaValidator } from './schema-errors.js';
import { validateBody } from './validate-body.js';
import type { ValidatedRequest } from './validated-request.js';

export interface RequestValidators {
  /** In the order of the operation's parameters. */
  parameters: readonly SchemaValidator[];
  /** Validates `{ body }`. Without it, any JSON is valid. */
  body?: SchemaValidator;
}

/**
 * Reads the parameters, then the body, and adds the errors to `details`.
 * @param json Fully scanned; undefined if there is no body.
 */
export type ValidateRequest = (
  sent: ParameterTexts,
  json: BodyJson | undefined,
  details: ErrorDetails,
) => ValidatedRequest;

const isAlwaysValid = () => true;

/** Errors are in the server's order: of parameters, of the body's schema, of numbers outside 64 bits. */
export function createRequestValidator(
  spec: Pick<OperationSpec, 'parameters' | 'body'>,
  validators: RequestValidators,
): ValidateRequest {
  const { body: validate = isAlwaysValid } = validators;
  const readers = spec.parameters.map((parameter, index) =>
    createReader(parameter, validators.parameters[index] ?? isAlwaysValid),
  );
  return (sent, json, details) => {
    const parameters = readParameters(readers, sent, details);
    const isOmitted = json?.value === undefined && spec.body?.isRequired !== true;
    const body = isOmitted ? undefined : validateBody(spec.body && validate, json, details);
    return { ...parameters, body };
  };
}

/** Repeated headers are joined by commas. */
export function headerTexts(headers: Headers): ParameterTexts['header'] {
  return (name) => {
    const value = headers.get(name);
    return value === null ? [] : [value];
  };
}

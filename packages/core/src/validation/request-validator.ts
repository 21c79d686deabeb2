// Request validator: what the server's middlewares find wrong with a request to one operation, as one function.
import type { OperationSpec } from '../operation-spec.js';
import { type ErrorBounds, type ErrorDetail, ErrorDetails } from './error-details.js';
import { readBodyValue } from './json/body-value.js';
import { type BodyJson, readBody } from './json/strict-json.js';
import { createReader } from './parameters/parameter-reader.js';
import { readParameters, type ValidatedParameters } from './parameters/read-parameters.js';
import type { SchemaValidator } from './schema-errors.js';
import { validateBody } from './validate-body.js';

export interface ReceivedRequest {
  /** The values of the path parameters, still percent-encoded. */
  path: Readonly<Record<string, string>>;
  /** As sent, without the `?`. */
  query: string;
  headers: Headers;
  /** Parsed JSON, in which large integers are bigint; undefined if there is none. */
  body?: unknown;
  /** The JSON text itself, instead of `body`: duplicate names and invalid JSON are found too. */
  bodyText?: string;
}

/** The typed, exact values of a request, with defaults. If there are errors, not all values are there. */
export interface ValidatedRequest extends ValidatedParameters {
  /** The errors, which the server would answer with a 400. Empty for a valid request. */
  details: ErrorDetail[];
  body: unknown;
}

export interface RequestValidators {
  /** In the order of the operation's parameters. */
  parameters: readonly SchemaValidator[];
  /** Validates `{ body }`. Without it, any JSON is valid. */
  body?: SchemaValidator;
}

const NOT_JSON = { code: 'malformed', message: 'is not valid JSON' } as const;
const NOTHING = { path: {}, query: {}, headers: {}, body: undefined };
const isAlwaysValid = () => true;

/** Errors are in the server's order: of the JSON, of parameters, of the body's schema, of numbers outside 64 bits. */
export function createRequestValidator(
  spec: OperationSpec,
  validators: RequestValidators,
  bounds: ErrorBounds,
): (request: ReceivedRequest) => ValidatedRequest {
  const { body: validate = isAlwaysValid } = validators;
  const readers = spec.parameters.map((parameter, index) =>
    createReader(parameter, validators.parameters[index] ?? isAlwaysValid),
  );
  return (request) => {
    const details = new ErrorDetails(bounds);
    const json = readJson(request, details);
    if (!json?.isFullyScanned) return { ...NOTHING, details: details.all };
    const parameters = readParameters(readers, textsOf(request), details);
    const isOmitted = json.value === undefined && spec.body?.isRequired !== true;
    const body = isOmitted ? undefined : validateBody(spec.body && validate, json, details);
    return { ...parameters, body, details: details.all };
  };
}

/** Undefined if the text is not JSON, which is then the only error. */
function readJson(
  { body, bodyText }: ReceivedRequest,
  details: ErrorDetails,
): BodyJson | undefined {
  if (bodyText === undefined) return readBodyValue(body, details);
  try {
    return readBody(bodyText, details);
  } catch {
    details.add('body', [], NOT_JSON);
    return undefined;
  }
}

function textsOf({ path, query, headers }: ReceivedRequest) {
  const header = (name: string) => {
    const value = headers.get(name);
    return value === null ? [] : [value];
  };
  return { path, query, header };
}

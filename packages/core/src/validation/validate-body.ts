// Validation of a body by its compiled schema, with the error details of the server.
//
// Numbers that JavaScript cannot hold exactly are validated as JSON.parse has rounded them. Then 64-bit integers are made
// exact again, and larger ones are errors, except where the contract has `type: number`: there the rounded number is the value.
import type { ErrorDetails, Problem } from './error-details.js';
import { type ErrorPath, formatPath } from './json/error-path.js';
import type { BodyJson } from './json/strict-json.js';
import { addSchemaErrors, INVALID, type SchemaValidator } from './schema-errors.js';

/** Where a validated request has its body. */
const BODY = '/body';

const NO_BODY: Problem = {
  code: 'unknown',
  message: 'is not expected: the operation takes no body',
};

/**
 * The body with its defaults, in which 64-bit integers are exact. Adds errors to `details`.
 * @param validate Undefined for an operation without a body.
 * @param json Undefined if there is none.
 */
export function validateBody(
  validate: SchemaValidator | undefined,
  json: BodyJson | undefined,
  details: ErrorDetails,
): unknown {
  const { value, tooLarge = [], inexact = [] } = json ?? {};
  const rounded = new Set<string>();
  /** Keeps the rounded number at a place. The keyword `double` calls it. */
  const accept = (instancePath: string) => {
    if (instancePath.startsWith(BODY)) rounded.add(instancePath.slice(BODY.length));
  };
  const isExact = (path: ErrorPath) => rounded.size === 0 || !rounded.has(formatPath(path));
  if (validate === undefined) {
    if (value !== undefined) details.add('body', [], NO_BODY);
  } else if (!validate.call({ accept }, { body: value })) {
    addSchemaErrors(validate.errors ?? [], details);
    if (details.isEmpty) details.add('body', [], INVALID);
  }
  for (const { path, ...problem } of [...tooLarge.filter(({ path }) => isExact(path)), ...inexact])
    details.add('body', path, problem);
  return json?.restoreIntegers(isExact);
}

// Validation of a body by its compiled schema, with the error details of the server.
import type { ErrorDetails } from './error-details.js';
import type { BodyJson } from './json/read-body.js';
import { RoundedNumbers } from './json/rounded-numbers.js';
import { addSchemaErrors, INVALID, type SchemaValidator } from './schema-errors.js';

/** The body with its defaults, in which 64-bit integers are exact. Adds errors to `details`. */
export function validateBody(
  validate: SchemaValidator,
  json: BodyJson,
  details: ErrorDetails,
): unknown {
  const numbers = new RoundedNumbers(json, json.tooLarge);
  if (!validate.call(numbers, { body: json.value })) {
    addSchemaErrors(validate.errors ?? [], details);
    if (details.isEmpty) details.add('body', [], INVALID);
  }
  for (const { path, ...problem } of [...numbers.errors, ...(json.inexact ?? [])])
    details.add('body', path, problem);
  return numbers.restore();
}

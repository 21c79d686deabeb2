// Errors of express-openapi-validator, and their translation into error details.
import { addViolations, type ErrorDetails } from '@animal-store/contract/validation';
import { HttpError } from 'express-openapi-validator/dist/framework/types.js';

interface ValidatorError extends Error {
  status: number;
  errors: readonly { path: string; message: string; errorCode?: string | undefined }[];
}

/** Adds the validator's errors until `details` is full. */
export function toErrorDetails(
  { errors }: ValidatorError,
  body: unknown,
  details: ErrorDetails,
): void {
  const violations = errors.map(({ errorCode = '', path, message }) => ({
    path,
    message,
    keyword: errorCode.split('.')[0] ?? '',
  }));
  addViolations(violations, body, details);
}

export function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof HttpError;
}

// Validation against the contract by express-openapi-validator, whose errors are translated into the contract's errors
// here. Nothing outside this folder depends on the library.
import { ErrorDetails, INVALID } from '@animal-store/contract/validation';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { bodyMediaType, type Contract } from '../contract/contract.js';
import { ApiError, invalidRequest, unsupportedMediaType } from '../errors.js';
import type { Middleware } from '../middleware/compose.js';
import { createValidator } from './create-validator.js';
import { isValidatorError, toErrorDetails } from './validator-errors.js';

export function validate(contract: Contract): Middleware[] {
  return [...createValidator(contract), throwErrorDetails, translateErrors(contract)];
}

/** Throws the errors of body-parser and strict-parameters. Reached only if the validator itself found none. */
const throwErrorDetails: RequestHandler = (_req, res, next) => {
  const { errorDetails } = res.locals;
  if (errorDetails !== undefined) addTooLarge(res, errorDetails);
  if (errorDetails?.isEmpty === false) throw invalidRequest(...errorDetails.all);
  next();
};

/** The validator has decided where the contract allows numbers that are not 64-bit integers. */
function addTooLarge(res: Response, details: ErrorDetails): void {
  for (const { path, ...error } of res.locals.roundedNumbers?.errors ?? [])
    details.add('body', path, error);
}

function translateErrors(contract: Contract): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (!isValidatorError(error)) return next(error);
    switch (error.status) {
      case 400: {
        const { errorDetails = new ErrorDetails(contract.errorBounds) } = res.locals;
        toErrorDetails(error, req.body, errorDetails);
        addTooLarge(res, errorDetails);
        if (errorDetails.isEmpty) errorDetails.add('body', [], INVALID);
        return next(invalidRequest(...errorDetails.all));
      }
      case 401:
        return next(new ApiError('unauthorized', { cause: error }));
      case 415:
        return next(unsupportedMediaType(bodyMediaType(res.locals.operation)));
      default:
        return next(error);
    }
  };
}

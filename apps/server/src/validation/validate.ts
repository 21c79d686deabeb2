// Validation against the contract by express-openapi-validator, whose errors are translated into the contract's errors
// here. Nothing outside this folder depends on the library.
import { ErrorDetails, INVALID } from '@animal-store/contract/validation';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { bodyMediaType, type Contract, type ContractOperation } from '../contract/contract.js';
import { ApiError, invalidRequest, unsupportedMediaType } from '../errors.js';
import { compose, type Middleware } from '../middleware/compose.js';
import { createValidator } from './create-validator.js';
import { isValidatorError, toErrorDetails } from './validator-errors.js';

export function validate(contract: Contract): Middleware[] {
  return [
    validateOnce(compose(...createValidator(contract))),
    throwErrorDetails,
    translateErrors(contract),
  ];
}

/**
 * The validator sees no parameters, so without a body its result depends on the operation alone, and on whether there is a
 * caller. An operation that it has accepted without a body is not validated again.
 */
function validateOnce(validator: RequestHandler): RequestHandler {
  const accepted = new Set<ContractOperation>();
  return (req, res, next) => {
    const { operation, caller } = res.locals;
    const isBodiless = req.body === undefined && caller !== undefined;
    if (operation === undefined || !isBodiless) return validator(req, res, next);
    if (accepted.has(operation)) return next();
    validator(req, res, (error?: unknown) => {
      if (error === undefined) accepted.add(operation);
      next(error);
    });
  };
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

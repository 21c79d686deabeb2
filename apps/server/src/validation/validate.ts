// Validation against the contract by express-openapi-validator, whose errors are translated into the contract's errors
// here. Nothing outside this folder depends on the library.
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Contract } from '../contract/contract.js';
import { ErrorDetails } from '../error-details.js';
import { ApiError } from '../errors.js';
import type { Middleware } from '../middleware/compose.js';
import { createValidator } from './create-validator.js';
import { cacheRoutes, METADATA_MIDDLEWARE } from './route-cache.js';
import { isValidatorError, toErrorDetails } from './validator-errors.js';

export function validate(contract: Contract): Middleware[] {
  const validator = createValidator(contract, {
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true }, // strict-parameters reports unknown names
    validateSecurity: { handlers: securityHandlers(contract) },
    fileUploader: false,
  });
  const middlewares = validator.map((middleware) =>
    middleware.name === METADATA_MIDDLEWARE ? cacheRoutes(middleware) : middleware,
  );
  return [...middlewares, throwErrorDetails, translateErrors(contract)];
}

/** authenticate has already looked up the caller. This check keeps the API closed even if middleware is reordered. */
function securityHandlers(contract: Contract) {
  const isKnown = (req: Request) => req.res?.locals.caller !== undefined;
  const schemes = Object.keys(contract.document.components.securitySchemes);
  return Object.fromEntries(schemes.map((scheme) => [scheme, isKnown]));
}

/** Throws the errors of body-parser and strict-parameters. Reached only if the validator itself found none. */
const throwErrorDetails: RequestHandler = (_req, res, next) => {
  const { errorDetails } = res.locals;
  if (errorDetails?.isEmpty === false) throw errorDetails.toError();
  next();
};

function translateErrors(contract: Contract): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (!isValidatorError(error)) return next(error);
    switch (error.status) {
      case 400: {
        const { operation, errorDetails = new ErrorDetails(contract.errorBounds) } = res.locals;
        toErrorDetails(error, req.body, operation, errorDetails);
        return next(errorDetails.toError());
      }
      case 401:
        return next(new ApiError('unauthorized', { cause: error }));
      case 415:
        return next(new ApiError('unsupported_media_type'));
      default:
        return next(error);
    }
  };
}

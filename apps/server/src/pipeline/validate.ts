// Owns the question «is it in the contract?»: express-openapi-validator judges against openapi.yaml; its verdicts become
// the contract's errors here, and outside this folder nobody knows that it exists.
import type { ErrorDetail } from '@animal-store/contract';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { allowedMethods, type Contract } from '../contract.js';
import { ApiError, invalidRequest } from '../errors.js';
import { describeFaults, isValidatorError } from './describe-faults.js';
import type { Stage } from './in-turn.js';
import { makeValidator } from './make-validator.js';
import { FINDS_OPERATION, rememberRoutes } from './remember-routes.js';

export function validate(contract: Contract): Stage[] {
  const validator = makeValidator(contract, {
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true }, // read-parameters reports unknown names
    validateSecurity: { handlers: securityHandlers(contract) },
    fileUploader: false,
  });
  const stages = validator.map((stage) =>
    stage.name === FINDS_OPERATION ? rememberRoutes(stage) : stage,
  );
  return [admitPath(contract), ...stages, refuseFaults, translateVerdict(contract)];
}

/** The validator would take some other paths for one of the contract's, such as one with a stray slash. */
function admitPath(contract: Contract): RequestHandler {
  return (req, _res, next) => {
    if (allowedMethods(contract, req.path) === '') throw new ApiError('not_found');
    next();
  };
}

/** authenticate has answered already; asked once more, so that no reordering of stages can open a door. */
function securityHandlers(contract: Contract) {
  const isKnown = (req: Request) => req.res?.locals.caller !== undefined;
  const schemes = Object.keys(contract.document.components.securitySchemes);
  return Object.fromEntries(schemes.map((scheme) => [scheme, isKnown]));
}

/** The validator found nothing; the stages before it may have. */
const refuseFaults: RequestHandler = (_req, res, next) => {
  const { faults } = res.locals;
  if (faults.length > 0) throw invalidRequest(...merge(faults));
  next();
};

function translateVerdict(contract: Contract): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (!isValidatorError(error)) return next(error);
    switch (error.status) {
      case 400:
        return next(
          invalidRequest(
            ...merge(res.locals.faults, describeFaults(error, req.body, res.locals.operation)),
          ),
        );
      case 401:
        return next(new ApiError('unauthorized', { cause: error }));
      case 404:
        return next(new ApiError('not_found'));
      case 405: {
        const allow = allowedMethods(contract, req.path);
        return next(new ApiError('method_not_allowed', { headers: { Allow: allow } }));
      }
      case 415:
        return next(new ApiError('unsupported_media_type'));
      default:
        return next(error);
    }
  };
}

/** One fault for each place: the first that was found there. */
function merge(...lists: readonly (readonly ErrorDetail[])[]): ErrorDetail[] {
  const places = new Map<string, ErrorDetail>();
  for (const fault of lists.flat()) {
    const place = `${fault.in}${fault.path}`;
    if (!places.has(place)) places.set(place, fault);
  }
  return [...places.values()];
}

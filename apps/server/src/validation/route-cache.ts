// Route cache: the metadata that the validator found for each operation. By itself, the validator compiles the pattern
// of one path after the other for every request.
import type { RequestHandler } from 'express';
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import type { ContractOperation } from '../contract/contract.js';

/** The name of the validator's middleware that finds the operation. If it changes, nothing is cached. */
export const METADATA_MIDDLEWARE = 'metadataMiddleware';

/**
 * @param find The validator's middleware. It is called until it has found an operation. The path parameters that it
 * finds are those of that request; strict-parameters reads those of each request.
 */
export function cacheRoutes(find: RequestHandler): RequestHandler {
  const cache = new Map<ContractOperation, NonNullable<OpenApiRequest['openapi']>>();
  return (req: OpenApiRequest, res, next) => {
    const { operation } = res.locals;
    const cached = operation && cache.get(operation);
    if (cached !== undefined) {
      req.openapi = cached;
      next();
      return;
    }
    find(req, res, (error?: unknown) => {
      if (error === undefined && operation && req.openapi) cache.set(operation, req.openapi);
      next(error);
    });
  };
}

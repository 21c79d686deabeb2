// Route cache: the metadata that the validator found for each operation. By itself, the validator compiles the pattern
// of one path after the other for every request. Between requests for one operation only the path parameters differ.
import type { RequestHandler } from 'express';
import type {
  OpenApiRequest,
  OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js';
import type { ContractOperation } from '../contract/contract.js';
import { percentDecode } from '../lib/percent-decode.js';

/** The name of the validator's middleware that finds the operation. If it changes, nothing is cached. */
export const METADATA_MIDDLEWARE = 'metadataMiddleware';

/** @param find The validator's middleware. It is called until it has found an operation, and for every invalid path. */
export function cacheRoutes(find: RequestHandler): RequestHandler {
  const cache = new Map<ContractOperation, OpenApiRequestMetadata>();
  return (req: OpenApiRequest, res, next) => {
    const { operation } = res.locals;
    const cached = operation && cache.get(operation);
    const pathParams = cached && decodeAll(operation.match(req.path));
    if (pathParams) {
      req.openapi = { ...cached, pathParams };
      req.params = pathParams;
      next();
      return;
    }
    find(req, res, (error?: unknown) => {
      if (error === undefined && operation && req.openapi)
        cache.set(operation, req.openapi as OpenApiRequestMetadata);
      next(error);
    });
  };
}

/** @returns undefined if a value cannot be decoded: the validator then reports the error. */
function decodeAll(
  values: Readonly<Record<string, string>> = {},
): Record<string, string> | undefined {
  const decoded: Record<string, string> = {};
  for (const [name, text] of Object.entries(values)) {
    const value = percentDecode(text);
    if (value === undefined) return undefined;
    decoded[name] = value;
  }
  return decoded;
}

// Owns a matter of speed. The validator finds the operation of a request by compiling the pattern of one path after the
// other, for each request anew. What it found for an operation is kept here; only the path's values differ.
import type { RequestHandler } from 'express';
import type {
  OpenApiRequest,
  OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js';
import type { ContractOperation } from '../contract.js';
import { decode } from './decode.js';

/** What the validator calls that stage of its. Under another name it would merely not be spared its work. */
export const FINDS_OPERATION = 'metadataMiddleware';

/** @param find The validator's stage that finds the operation. It is asked once for each, and whatever it refuses. */
export function rememberRoutes(find: RequestHandler): RequestHandler {
  const found = new Map<ContractOperation, OpenApiRequestMetadata>();
  return (req: OpenApiRequest, res, next) => {
    const { operation } = res.locals;
    const known = operation && found.get(operation);
    const pathParams = known && decodeAll(operation.match(req.path));
    if (pathParams) {
      req.openapi = { ...known, pathParams };
      req.params = pathParams;
      next();
      return;
    }
    find(req, res, (error?: unknown) => {
      if (error === undefined && operation && req.openapi)
        found.set(operation, req.openapi as OpenApiRequestMetadata);
      next(error);
    });
  };
}

/** Undefined if a value cannot be decoded: then the validator says what it says. */
function decodeAll(
  values: Readonly<Record<string, string>> = {},
): Record<string, string> | undefined {
  const decoded: Record<string, string> = {};
  for (const [name, text] of Object.entries(values)) {
    const value = decode(text);
    if (value === undefined) return undefined;
    decoded[name] = value;
  }
  return decoded;
}

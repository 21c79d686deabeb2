// Match of a request with an operation of the contract. It is made once, and serves the log, the deprecation headers,
// HEAD, 404 and 405.
import { allowedMethods, findRoute } from '@animal-store/contract/http';
import { type RequestHandler, Router } from 'express';
import type { Contract } from '../contract/contract.js';
import { ApiError } from '../errors.js';
import { setHeaders } from '../http/headers.js';
import { setUsedDeprecation } from './deprecation.js';

/** Deprecation headers go to callers only: an anonymous client must not learn which paths exist. */
export function matchOperation(contract: Contract): RequestHandler {
  const layers = new Map(contract.operations.map(({ path }) => [path, createLayer(path)]));
  return (req, res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'; // Node omits the body of the reply by itself
    const operation = findRoute(contract.operations, req.method, req.path);
    res.locals.operation = operation;
    if (res.locals.caller) {
      setHeaders(res, operation?.deprecationHeaders);
      setUsedDeprecation(req, res);
    }
    const enterLayer = operation && layers.get(operation.path);
    if (enterLayer === undefined) next();
    else enterLayer(req, res, next);
  };
}

/**
 * A layer of an Express router that only calls `next`. Tracing agents such as OpenTelemetry's wrap the layers of routers, and
 * take the route of a request from the path of the layer that it enters. The router itself would match each path again.
 * @param path The template of the contract.
 */
function createLayer(path: string): RequestHandler {
  const router = Router();
  router.use(toExpressPath(path), (_req, _res, next) => next());
  return (req, res, next) => router.stack[0]?.handle(req, res, next);
}

/** `/pets/{petId}` as `/pets/:petId`. Source: the grammar of path-to-regexp 8. */
function toExpressPath(path: string): string {
  return path.replace(/\{([^}]+)\}|[()[\]+?!*:\\]/g, (special, name?: string) =>
    name === undefined ? `\\${special}` : `:${/^\w+$/.test(name) ? name : JSON.stringify(name)}`,
  );
}

/**
 * 404 for a path outside the contract, 405 for a method that the path does not have, apart from OPTIONS. Runs before the
 * body is read.
 */
export function requireOperation({ operations }: Contract): RequestHandler {
  return (req, res, next) => {
    if (res.locals.operation !== undefined) return next();
    const allow = allowedMethods(operations, req.path);
    if (allow === '') throw new ApiError('not_found');
    if (req.method === 'OPTIONS') return next();
    throw new ApiError('method_not_allowed', { headers: { Allow: allow } });
  };
}

/** OPTIONS on a path of the contract: 204 with the methods of the path. No other request without an operation comes here. */
export function answerOptions({ operations }: Contract): RequestHandler {
  return (req, res, next) => {
    if (res.locals.operation !== undefined) return next();
    res.status(204).set('Allow', allowedMethods(operations, req.path)).end();
  };
}

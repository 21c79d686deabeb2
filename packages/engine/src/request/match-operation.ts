// Match of a request with an operation of the contract, made once for each request.

import { ApiError } from '@animal-store/core/errors';
import { createPathMatcher, usedDeprecation } from '@animal-store/core/http';
import { Router } from 'express';
import { putHeaders, rawHeaderValues } from '../http/headers.js';
import type { Exchange } from './exchange.js';
import type { ServedOperation } from './served-operation.js';

/** Deprecation headers go to callers only: an anonymous client must not learn which paths exist. */
export function createMatch(
  operations: readonly ServedOperation[],
  basePath: string,
): (exchange: Exchange) => void {
  const matchPath = createPathMatcher(operations);
  return (exchange) => {
    const { req } = exchange;
    const [path = ''] = req.url.split('?', 1);
    exchange.match = matchPath(path.slice(basePath.length));
    const operation = exchange.match?.routes.get(req.method);
    if (operation === undefined) return;
    exchange.operation = operation;
    operation.enterRoute(exchange);
    if (exchange.caller === undefined) return;
    putHeaders(exchange.headers, operation.deprecationHeaders);
    addUsedDeprecation(exchange, operation);
  };
}

/** Of deprecated parameters, and of properties once the body is known. */
export function addUsedDeprecation(
  { req, headers }: Exchange,
  { deprecatedParts }: ServedOperation,
  body?: unknown,
): void {
  if (deprecatedParts === undefined) return;
  const used = usedDeprecation(deprecatedParts, {
    query: queryOf(req.url),
    hasHeader: (name) => rawHeaderValues(req, name.toLowerCase()).length > 0,
    body,
  });
  putHeaders(headers, used);
}

/** As sent, without the `?`. */
export function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/**
 * A layer of an Express router that does nothing. Tracing agents such as OpenTelemetry's wrap the layers of routers, and take
 * the route of a request from the path of the layer that it enters. The router itself would match each path again.
 * @param route The template of the contract.
 */
export function createRoute(route: string): ServedOperation['enterRoute'] {
  const router = Router();
  router.use(toExpressPath(route), (_req, _res, next) => next());
  return ({ req, res }) => router.stack[0]?.handle(req, res, () => {});
}

/** `/items/{id}` as `/items/:id`. Source: the grammar of path-to-regexp 8. */
function toExpressPath(path: string): string {
  return path.replace(/\{([^}]+)\}|[()[\]+?!*:\\]/g, (special, name?: string) =>
    name === undefined ? `\\${special}` : `:${/^\w+$/.test(name) ? name : JSON.stringify(name)}`,
  );
}

/**
 * 404 for a path outside the contract, 405 for a method that the path does not have. Runs before the body is read.
 * @returns undefined for OPTIONS, which every path has.
 */
export function requireOperation({ req, match, operation }: Exchange): ServedOperation | undefined {
  if (operation !== undefined) return operation;
  if (match === undefined) throw new ApiError('not_found');
  if (req.method === 'OPTIONS') return undefined;
  throw new ApiError('method_not_allowed', { headers: { Allow: match.allow } });
}

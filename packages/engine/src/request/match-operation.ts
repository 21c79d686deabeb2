// Match of a request with an operation of the contract, made once for each request.
import { createPathMatcher, cutTarget, deprecationOf } from '@animal-store/core/http';
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
    exchange.target = cutTarget(req.url, basePath.length);
    exchange.match = matchPath(exchange.target.path);
    const operation = exchange.match?.routes.get(req.method);
    if (operation === undefined) return;
    exchange.operation = operation;
    operation.enterRoute(exchange);
    if (exchange.caller !== undefined) addDeprecation(exchange, operation);
  };
}

/** Of the operation and its deprecated parameters, and of deprecated properties once the body is known. */
export function addDeprecation(
  { req, target, headers }: Exchange,
  operation: ServedOperation,
  body?: unknown,
): void {
  const hasHeader = (name: string) => rawHeaderValues(req, name.toLowerCase()).length > 0;
  putHeaders(headers, deprecationOf(operation, { query: target.query, hasHeader, body }));
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

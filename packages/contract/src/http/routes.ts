// Routes: the operation that a request is for, and the methods of its path.
import type { Method } from '../document.js';
import type { PathValues } from './path-template.js';

export interface Route {
  method: Method;
  /** Path template, relative to the base path: `/pets/{petId}`. */
  path: string;
  /** Returns the path parameters, still percent-encoded, or undefined if the path does not match. */
  match(path: string): PathValues | undefined;
}

/**
 * The route for a method and a path. The path is without the base path.
 * @param routes Sorted by `byPrecedence`.
 */
export function findRoute<AnyRoute extends Route>(
  routes: readonly AnyRoute[],
  method: string,
  path: string,
): AnyRoute | undefined {
  const methodName = method.toLowerCase();
  return routesAt(routes, path).find((route) => route.method === methodName);
}

/** The value of the Allow header, or an empty string if no route has the path. */
export function allowedMethods(routes: readonly Route[], path: string): string {
  const methods = routesAt(routes, path).map(({ method }) => method.toUpperCase());
  if (methods.length === 0) return '';
  return [
    ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    'OPTIONS',
  ].join(', ');
}

/** The routes of the first path that matches: a concrete path takes precedence over a templated one. */
function routesAt<AnyRoute extends Route>(routes: readonly AnyRoute[], path: string): AnyRoute[] {
  const first = routes.find((route) => route.match(path) !== undefined);
  return first === undefined ? [] : routes.filter((route) => route.path === first.path);
}

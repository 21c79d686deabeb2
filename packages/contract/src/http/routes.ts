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

/** All that is looked up about the path of a request. */
export interface PathMatch<AnyRoute> {
  /** By method, in upper case. HEAD has the route of GET. */
  routes: ReadonlyMap<string, AnyRoute>;
  /** The value of the Allow header. */
  allow: string;
  /** Still percent-encoded. */
  values: PathValues;
}

/**
 * Returns a function from a path, without the base path, to what is found there.
 * @param routes Sorted by `byPrecedence`.
 */
export function createPathMatcher<AnyRoute extends Route>(
  routes: readonly AnyRoute[],
): (path: string) => PathMatch<AnyRoute> | undefined {
  const paths = routes.map((first) => {
    const siblings = routes.filter(({ path }) => path === first.path);
    const byMethod = new Map(siblings.map((route) => [route.method.toUpperCase(), route]));
    const get = byMethod.get('GET');
    if (get !== undefined) byMethod.set('HEAD', get);
    return { match: first.match, routes: byMethod, allow: toAllow(siblings) };
  });
  return (path) => {
    for (const { match, routes, allow } of paths) {
      const values = match(path);
      if (values !== undefined) return { routes, allow, values };
    }
    return undefined;
  };
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
  return toAllow(routesAt(routes, path));
}

function toAllow(routes: readonly Route[]): string {
  const methods = routes.map(({ method }) => method.toUpperCase());
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

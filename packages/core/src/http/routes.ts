// Routes: the operation that a request is for, and the methods of its path.
import type { Method } from '../operation-spec.js';
import type { PathValues } from './path-template.js';

export interface Route<AnyMethod extends string = Method> {
  method: AnyMethod;
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
 * Returns a function from a path, without the base path, to what is found there. A concrete path takes precedence over a
 * templated one.
 * @param routes Sorted by `byPrecedence`.
 */
export function createPathMatcher<AnyRoute extends Route<string>>(
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

/** The value of the Allow header. */
function toAllow(routes: readonly Route<string>[]): string {
  const methods = routes.map(({ method }) => method.toUpperCase());
  return [
    ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
    'OPTIONS',
  ].join(', ');
}

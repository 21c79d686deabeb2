// Request target: path and query of a request, cut once, so that all code has one form of them.

export interface Target {
  /** Relative to the base path, still percent-encoded. */
  path: string;
  /** As sent, without the `?`. Empty if there is none. */
  query: string;
}

/**
 * The target of a request below the base path.
 * @param url In origin form: a path, and perhaps a query. Source: RFC 9112, 3.2.1.
 * @param start Where the path relative to the base path begins.
 */
export function cutTarget(url: string, start: number): Target {
  const end = url.indexOf('?', start);
  return end < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, end), query: url.slice(end + 1) };
}

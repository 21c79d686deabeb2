// The argument of an SDK's method, of samples and of live calls: one object or, if it would have a name twice, one of parts.

export interface CallParts {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
  /** Undefined if none is sent. */
  body?: unknown;
}

export function toArgument(
  { path, query, headers, body }: CallParts,
  isStructured: boolean,
): object {
  if (!isStructured) return { ...path, ...query, ...headers, ...Object(body) };
  const used = Object.entries({ path, query, headers }).filter(
    ([, part]) => Object.keys(part).length > 0,
  );
  return Object.fromEntries(body === undefined ? used : [...used, ['body', body]]);
}

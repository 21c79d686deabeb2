// The argument of an SDK's method, of samples and of live calls: one object or, if it would have a name twice, one of parts.

/** Where a parameter is sent, its name, and its value. */
export type CallValue = readonly [place: string, name: string, value: unknown];

/** @param body Undefined if none is sent. */
export function toArgument(
  values: readonly CallValue[],
  body: unknown,
  isStructured: boolean,
): object {
  const valuesIn = (place: string) =>
    Object.fromEntries(values.filter(([other]) => other === place).map(([, ...entry]) => entry));
  const parts = { path: valuesIn('path'), query: valuesIn('query'), headers: valuesIn('header') };
  if (!isStructured) return { ...parts.path, ...parts.query, ...parts.headers, ...Object(body) };
  const used = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  return Object.fromEntries(body === undefined ? used : [...used, ['body', body]]);
}

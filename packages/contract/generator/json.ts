// Owns the reading of JSON values whose shape nobody has checked yet, and of JSON Pointers (RFC 6901) into them.

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** The members of an object; none if it is not one. */
export function members(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** What stands at the end of a way through objects; undefined if there is no such way. */
export function at(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys) found = isObject(found) ? found[key] : undefined;
  return found;
}

export function pointer(...keys: string[]): string {
  return ['#', ...keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/** The keys of a pointer such as `#/paths/~1pets/get`. */
export function keysOf(pointerText: string): string[] {
  return pointerText
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

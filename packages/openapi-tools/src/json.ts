// Access to JSON values of unknown shape.

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isPositiveInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** The entries of an object; empty for any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The value at a path of object keys and array indices; undefined if the path does not exist. */
export function getIn(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isObject(found) ? found[key] : undefined;
  }
  return found;
}

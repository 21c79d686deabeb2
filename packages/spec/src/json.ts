// Access to JSON values of unknown shape.
import { isObject } from '@animal-store/core';

export { isObject };

export type JsonObject = Record<string, unknown>;

/** The entries of an object; empty for any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The value, if it is an object; an empty one for any other. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The items of an array; empty for any other value. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value that every contract has that passes the rules. @throws an Error that names what the contract lacks. */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The contract has no ${name}.`);
  return value;
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

/** Every object and array in a value, the value itself first, each with the keys that lead to it. */
export function* walk(
  value: unknown,
  keys: string[] = [],
): Generator<[keys: string[], node: object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [keys, value];
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...keys, key]);
}

// Copy of a JSON value, with exact integers.
import { parseJson, stringifyJson } from '../json.js';

/** The value as a client would receive it: without undefined properties, with a bigint only beyond 2^53. */
export function copyJson(value: unknown): unknown {
  return value === undefined ? undefined : parseJson(stringifyJson(value));
}

// Owns the question which headers a reply does not promise.
import type { UserContext } from '@redocly/openapi-core';
import { at, isObject } from '../../../contract/generator/json.js';

/** Those of `wanted` that the reply does not declare as `required: true`. */
export function missingHeaders(
  reply: unknown,
  wanted: string[],
  resolve: UserContext['resolve'],
): string[] {
  const response: unknown = follow(reply, resolve);
  return wanted.filter(
    (name) => at(follow(at(response, 'headers', name), resolve), 'required') !== true,
  );
}

function follow(node: unknown, resolve: UserContext['resolve']): unknown {
  return isObject(node) ? resolve(node).node : undefined;
}

// Headers that a response does not guarantee.
import { getIn, isObject } from '@animal-store/openapi-tools';
import type { UserContext } from '@redocly/openapi-core';

/** The names in `required` that the response does not declare with `required: true`. */
export function missingHeaders(
  response: unknown,
  required: string[],
  resolve: UserContext['resolve'],
): string[] {
  const headers = getIn(follow(response, resolve), 'headers');
  return required.filter(
    (name) => getIn(follow(getIn(headers, name), resolve), 'required') !== true,
  );
}

function follow(node: unknown, resolve: UserContext['resolve']): unknown {
  return isObject(node) ? resolve(node).node : undefined;
}

// Owns where a rule points to.
import type { UserContext } from '@redocly/openapi-core';

type Location = UserContext['location'];

/** A key of an object or, if it is missing, the key beside it that such an object always has. */
export function keyOr(location: Location, node: object, key: string, anchor: string): Location {
  return location.child(key in node ? key : anchor).key();
}

/** A key of the whole contract. */
export function rootKey(location: Location, root: object, key: string): Location {
  return keyOr(location, root, key, 'openapi');
}

// Location at which a rule reports a problem.
import type { UserContext } from '@redocly/openapi-core';

type Location = UserContext['location'];

/** The key of an object or, if the key is missing, another key that such an object always has. */
export function keyLocation(
  location: Location,
  node: object,
  key: string,
  fallback: string,
): Location {
  return location.child(key in node ? key : fallback).key();
}

/** A key at the top level of the contract. */
export function rootKeyLocation(location: Location, root: object, key: string): Location {
  return keyLocation(location, root, key, 'openapi');
}

// Redocly plugin made of the project's own rules, and where a rule reports a problem.
import type { Oas3Rule, Plugin, UserContext } from '@redocly/openapi-core';

const PLUGIN_ID = 'animal-store';

/** The parts of a Redocly configuration that enable each rule as an error, named `animal-store/<name>`. */
export function enableRules(rules: Record<string, Oas3Rule>): {
  plugins: Plugin[];
  rules: Record<string, 'error'>;
} {
  return {
    plugins: [{ id: PLUGIN_ID, rules: { oas3: rules } }],
    rules: Object.fromEntries(Object.keys(rules).map((name) => [`${PLUGIN_ID}/${name}`, 'error'])),
  };
}

/** The key of an object or, if the key is missing, another key that such an object always has. */
export function keyLocation(
  location: UserContext['location'],
  node: object,
  key: string,
  fallback: string,
): UserContext['location'] {
  return location.child(key in node ? key : fallback).key();
}

// Redocly plugin made of the project's own rules.
import type { Oas3Rule, Plugin } from '@redocly/openapi-core';

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

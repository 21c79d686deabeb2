// Rule: every vendor extension is known, and stands where it is read. A misspelt extension would be ignored without a message.
import type { Oas3Rule } from '@redocly/openapi-core';

/** Extensions by the type of the object on which they are allowed. */
const KNOWN_EXTENSIONS: Record<string, string[]> = {
  Root: ['x-rate-limit-plans', 'x-rate-limit-ban', 'x-max-body-bytes', 'x-idempotency'],
  Operation: [
    'x-stability',
    'x-deprecated-since',
    'x-deprecated-sunset',
    'x-deprecated-successor',
    'x-hideTryItPanel',
  ],
};
/** Maps whose keys are not names that the author chose. */
const FIXED_MAPS = ['Paths', 'Responses', 'MediaTypesMap'];
const LOCATIONS: Record<string, string> = {
  Root: 'at the top level',
  Operation: 'on an operation',
};

export const knownExtensions: Oas3Rule = () => ({
  any(node, { report, location, type }) {
    // Skips maps: their keys are names that the author chose, such as header names.
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    if (Object.keys(type.properties).length === 0 && !FIXED_MAPS.includes(type.name)) return;
    for (const key of Object.keys(node)) {
      if (!key.startsWith('x-') || KNOWN_EXTENSIONS[type.name]?.includes(key)) continue;
      report({ message: messageFor(key), location: location.child(key).key() });
    }
  },
});

function messageFor(key: string): string {
  const home = Object.entries(KNOWN_EXTENSIONS).find(([, keys]) => keys.includes(key))?.[0];
  if (home !== undefined) return `\`${key}\` is allowed only ${LOCATIONS[home]}.`;
  return `Unknown extension \`${key}\`: nothing reads it. Remove it, or use one of ${Object.values(KNOWN_EXTENSIONS).flat().join(', ')}.`;
}

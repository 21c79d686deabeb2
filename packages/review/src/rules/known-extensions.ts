// Owns the rule that every vendor extension is one that we read, at the place where we read it: a misspelt one is silent.
import type { Oas3Rule } from '@redocly/openapi-core';

/** By the type of the object that may have them. */
const KNOWN: Record<string, string[]> = {
  Root: ['x-rate-limit-plans', 'x-rate-limit-ban', 'x-max-body-bytes', 'x-idempotency'],
  Operation: [
    'x-stability',
    'x-deprecated-since',
    'x-deprecated-sunset',
    'x-deprecated-successor',
    'x-hideTryItPanel',
  ],
};
const PLACES: Record<string, string> = { Root: 'the top level', Operation: 'an operation' };

export const knownExtensions: Oas3Rule = () => ({
  any(node, { report, location, type }) {
    // The keys of a map are names that its author chose, such as those of headers.
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    if (Object.keys(type.properties).length === 0) return;
    for (const key of Object.keys(node)) {
      if (!key.startsWith('x-') || KNOWN[type.name]?.includes(key)) continue;
      report({ message: messageFor(key), location: location.child(key).key() });
    }
  },
});

function messageFor(key: string): string {
  const home = Object.entries(KNOWN).find(([, keys]) => keys.includes(key))?.[0];
  if (home !== undefined) return `\`${key}\` belongs to ${PLACES[home]}: nobody reads it here.`;
  return `Nobody reads \`${key}\`; known are ${Object.values(KNOWN).flat().join(', ')}.`;
}

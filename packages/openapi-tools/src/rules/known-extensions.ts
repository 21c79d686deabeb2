// Rule: every vendor extension is known, and stands where it is read. A misspelt extension would be ignored without a message.
import type { Oas3Rule } from '@redocly/openapi-core';
import { DEPRECATION_DATES } from './deprecated-places.js';

/**
 * Extensions by the type of the object on which they are allowed. The rule `deprecated-places` refuses dates on a schema
 * that is no property.
 */
const KNOWN_EXTENSIONS: Record<string, string[]> = {
  Root: [
    'x-rate-limit-plans',
    'x-rate-limit-ban',
    'x-max-body-bytes',
    'x-idempotency',
    'x-deprecation-policy',
  ],
  Operation: ['x-stability', ...DEPRECATION_DATES, 'x-deprecated-successor', 'x-hideTryItPanel'],
  Parameter: DEPRECATION_DATES,
  Schema: DEPRECATION_DATES,
};
/** Maps whose keys are not names that the author chose. */
const FIXED_MAPS = ['Paths', 'Responses', 'MediaTypesMap'];
const LOCATIONS: Record<string, string> = {
  Root: 'at the top level',
  Operation: 'on an operation',
  Parameter: 'a parameter',
  Schema: 'a property of an object',
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
  const homes = Object.keys(LOCATIONS).filter((type) => KNOWN_EXTENSIONS[type]?.includes(key));
  const places = homes.map((type) => LOCATIONS[type]).join(', ');
  if (homes.length > 0)
    return `\`${key}\` is allowed only ${places.replace(/, (?=[^,]*$)/, ' or ')}.`;
  const known = new Set(Object.values(KNOWN_EXTENSIONS).flat());
  return `Unknown extension \`${key}\`: nothing reads it. Remove it, or use one of ${[...known].join(', ')}.`;
}

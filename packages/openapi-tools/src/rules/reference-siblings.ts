// Rule: beside a `$ref` to a schema stand only annotations. Types are generated from the target alone, and no other rule
// reads what stands beside the reference.
import type { Oas3Rule } from '@redocly/openapi-core';
import { DEPRECATION_DATES } from './deprecated-places.js';

const ANNOTATIONS = [
  '$ref',
  '$comment',
  'title',
  'description',
  'deprecated',
  'example',
  'examples',
];
/** The generator reads these of a property. */
const PROPERTY_KEYWORDS = ['default', 'readOnly', 'writeOnly', ...DEPRECATION_DATES];

export const referenceSiblings: Oas3Rule = () => ({
  ref(reference, { report, location, type }) {
    if (type.name !== 'Schema') return;
    const isProperty = /\/properties\/[^/]+$/.test(location.pointer);
    const allowed = isProperty ? [...ANNOTATIONS, ...PROPERTY_KEYWORDS] : ANNOTATIONS;
    for (const key of Object.keys(reference)) {
      if (allowed.includes(key)) continue;
      report({
        message: `\`${key}\` beside \`$ref\` has no effect on the generated types. Write \`allOf: [{ $ref: … }]\`, and \`${key}\` beside \`allOf\`.`,
        location: location.child(key).key(),
      });
    }
  },
});

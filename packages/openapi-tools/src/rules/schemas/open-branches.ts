// Rule: a branch of `allOf` does not refuse the properties of its siblings, or no object would satisfy both.
import type { Oas3Rule } from '@redocly/openapi-core';
import { partsOf, propertyNames } from './schema-parts.js';

export const openBranches: Oas3Rule = () => ({
  Schema(schema, context) {
    const { report, location } = context;
    if (!Array.isArray(schema.allOf)) return;
    const parts = partsOf({ schema: { ...schema }, file: location.source.absoluteRef }, context);
    const names = parts.flatMap(propertyNames);
    for (const part of parts) {
      if (part.schema.additionalProperties !== false) continue;
      const refused = names.find((name) => !propertyNames(part).includes(name));
      if (refused === undefined) continue;
      report({
        message: `A part of \`allOf\` with \`additionalProperties: false\` refuses the property ${refused} of another part. Remove it there, and write \`unevaluatedProperties: false\` beside \`allOf\`.`,
        location: location.child('allOf').key(),
      });
      return;
    }
  },
});

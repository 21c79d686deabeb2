// Rule: some value satisfies the bounds of a schema.
import type { Oas3Rule } from '@redocly/openapi-core';

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

export const satisfiableBounds: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    for (const [low, high] of PAIRS)
      if (Number(schema[low]) > Number(schema[high]))
        report({
          message: `No value is valid: \`${low}\` is above \`${high}\`.`,
          location: location.child(low),
        });
    if (schema.enum?.length === 0)
      report({ message: 'No value is valid: `enum` is empty.', location: location.child('enum') });
  },
});

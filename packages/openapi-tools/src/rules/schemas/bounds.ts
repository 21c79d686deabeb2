// Rule: the bounds of a schema admit a value, and those of a tuple each of its items.
import type { Oas3Rule } from '@redocly/openapi-core';
import type { JsonObject } from '../../json.js';

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

export const bounds: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    for (const [low, high] of PAIRS)
      if (Number(schema[low]) > Number(schema[high]))
        report({
          message: `No value is valid: \`${low}\` is above \`${high}\`.`,
          location: location.child(low),
        });
    const { prefixItems, items, minItems }: JsonObject = { ...schema };
    if (Array.isArray(prefixItems) && (items !== false || minItems !== prefixItems.length))
      report({
        message: `The type of a tuple has each of its items, and no others. Write \`items: false\` and \`minItems: ${prefixItems.length}\`, or a list with one schema in \`items\`.`,
        location: location.child('prefixItems').key(),
      });
  },
});

// Rule: `readOnly` and `writeOnly` stand on a property, and not both on one. Elsewhere the generated types ignore them.
import type { Oas3Rule } from '@redocly/openapi-core';

export const readWriteProperties: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const isProperty = /\/(?:properties|components\/schemas)\/[^/]+$/.test(location.pointer);
    const keys = (['readOnly', 'writeOnly'] as const).filter((key) => schema[key] === true);
    for (const key of isProperty ? [] : keys)
      report({
        message: `\`${key}\` has an effect only on a property of an object, or on a named schema to which it refers. Write it there, also beside a \`$ref\`.`,
        location: location.child(key).key(),
      });
    if (keys.length === 2)
      report({
        message:
          'No message has the property: `readOnly` keeps it out of requests, `writeOnly` out of replies. Remove one.',
        location: location.child('writeOnly').key(),
      });
  },
});

// Rule: items that must be unique have no 64-bit integers. They are compared after JavaScript has rounded them.
import type { Oas3Rule } from '@redocly/openapi-core';
import { schemasWithin } from './schema-parts.js';

export const uniqueItems: Oas3Rule = () => ({
  Schema({ uniqueItems: isUnique, items }, { report, location, resolve }) {
    if (isUnique !== true) return;
    const within = [...schemasWithin(items, location.child('items'), resolve)];
    if (!within.some(({ schema }) => schema.format === 'int64')) return;
    report({
      message:
        '`uniqueItems` does not tell large 64-bit integers apart: they are rounded before they are compared. Remove it, and refuse duplicates in the handler.',
      location: location.child('uniqueItems').key(),
    });
  },
});

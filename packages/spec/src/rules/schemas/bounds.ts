// Rule: the keywords of a schema work together. Its bounds admit a value. A branch of `allOf` does not refuse the properties of
// its siblings. Items that must be unique have no 64-bit integers, which are compared after JavaScript has rounded them.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import type { JsonObject } from '../../json.js';
import { partsOf, propertyNames, schemasWithin } from './schema-parts.js';

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

export const bounds: Oas3Rule = () => ({
  Schema(schema, context) {
    const { report, location } = context;
    for (const [low, high] of PAIRS)
      if (Number(schema[low]) > Number(schema[high]))
        report({
          message: `No value is valid: \`${low}\` is above \`${high}\`.`,
          location: location.child(low),
        });
    checkUniqueItems({ ...schema }, context);
    checkBranches({ ...schema }, context);
  },
});

function checkUniqueItems(schema: JsonObject, { report, location, resolve }: UserContext): void {
  const { uniqueItems: isUnique, items } = schema;
  if (isUnique !== true) return;
  const within = [...schemasWithin(items, location.child('items'), resolve)];
  if (!within.some((part) => part.schema.format === 'int64')) return;
  report({
    message:
      '`uniqueItems` does not tell large 64-bit integers apart: they are rounded before they are compared. Remove it, and refuse duplicates in the handler.',
    location: location.child('uniqueItems').key(),
  });
}

function checkBranches(schema: JsonObject, { report, location, resolve }: UserContext): void {
  if (!Array.isArray(schema.allOf)) return;
  const parts = partsOf(schema, resolve);
  const names = parts.flatMap(propertyNames);
  const refused = parts
    .filter((part) => part.additionalProperties === false)
    .flatMap((part) => names.find((name) => !propertyNames(part).includes(name)) ?? [])[0];
  if (refused !== undefined)
    report({
      message: `A part of \`allOf\` with \`additionalProperties: false\` refuses the property ${refused} of another part. Write all properties in one schema, or leave the part open.`,
      location: location.child('allOf').key(),
    });
}

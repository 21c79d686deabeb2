// Rule: the keywords of a schema work together. Its bounds admit a value. A branch of `allOf` does not refuse the properties of
// its siblings. Items that must be unique have no 64-bit integers, which are compared after JavaScript has rounded them.
import { joinPointer } from '../../json-pointer.js';
import {
  conjunctsOf,
  type Edge,
  placesWithin,
  propertyNames,
  RANGES,
  schemasOf,
} from '../../model/index.js';
import type { Report, Rule } from '../rule.js';

export const bounds: Rule = (contract, report) => {
  for (const place of schemasOf(contract)) {
    checkPairs(place, report);
    checkUniqueItems(place, report);
    checkParts(place, report);
  }
};

function checkPairs({ schema }: Edge, report: Report): void {
  for (const [low, high] of Object.values(RANGES))
    if (Number(schema.bounds[low]) > Number(schema.bounds[high]))
      report({
        message: `No value is valid: \`${low}\` is above \`${high}\`.`,
        at: joinPointer(schema.at, low),
      });
}

function checkUniqueItems({ schema }: Edge, report: Report): void {
  const { at, bounds, items } = schema;
  if (bounds.uniqueItems !== true || items === undefined) return;
  if (![...placesWithin(items)].some((place) => place.schema.format === 'int64')) return;
  report({
    message:
      '`uniqueItems` does not tell large 64-bit integers apart: they are rounded before they are compared. Remove it, and refuse duplicates in the handler.',
    at: joinPointer(at, 'uniqueItems'),
    isKey: true,
  });
}

function checkParts(place: Edge, report: Report): void {
  const names = propertyNames(place);
  const refused = conjunctsOf(place)
    .filter(({ schema }) => schema.additional?.schema.isNever)
    .flatMap(({ schema }) => names.find((name) => !schema.properties?.has(name)) ?? [])[0];
  if (place.schema.allOf.length > 0 && refused !== undefined)
    report({
      message: `A part of \`allOf\` with \`additionalProperties: false\` refuses the property ${refused} of another part. Write all properties in one schema, or leave the part open.`,
      at: joinPointer(place.schema.at, 'allOf'),
      isKey: true,
    });
}

// Rule: a schema contains itself only through the properties of an object. Elsewhere it has no generated type.
import { formatPointer, joinPointer } from '../../json-pointer.js';
import { type Edge, type Inner, placesOf, placesWithin } from '../../model/index.js';
import type { Rule } from '../rule.js';

/** Places whose schemas are parts of the type itself. */
const PARTS: readonly Inner['kind'][] = ['reference', 'allOf', 'anyOf', 'oneOf', 'items'];

export const recursiveTypes: Rule = (contract, report) => {
  for (const place of placesOf(contract))
    if (place.component !== undefined && containsItself(place))
      report({
        message: `The schema ${formatPointer('components', 'schemas', place.component)} contains itself in a list or an alternative, which has no generated type. Put an object between: \`type: object\` with a property that has the \`$ref\`.`,
        at: joinPointer(place.at, '$ref'),
        isKey: true,
      });
};

function containsItself(place: Edge): boolean {
  const [, ...inner] = placesWithin(place, ({ kind }) => PARTS.includes(kind));
  return inner.includes(place);
}

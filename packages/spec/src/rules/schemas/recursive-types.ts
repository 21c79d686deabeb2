// Rule: a schema contains itself only through the properties of an object. Elsewhere it has no generated type.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { isObject } from '../../json.js';

/** Keywords whose schemas are parts of the type itself. */
const PARTS = ['allOf', 'anyOf', 'oneOf', 'items'];

export const recursiveTypes: Oas3Rule = () => ({
  ref(reference, { report, location, type, resolve }, { node }) {
    if (type.name !== 'Schema' || !leadsTo(node, reference, resolve)) return;
    report({
      message: `The schema ${reference.$ref} contains itself in a list or an alternative, which has no generated type. Put an object between: \`type: object\` with a property that has the \`$ref\`.`,
      location: location.child('$ref').key(),
    });
  },
});

function leadsTo(node: unknown, reference: object, resolve: UserContext['resolve']): boolean {
  const parts = new Set([node]);
  for (const part of parts) {
    if (!isObject(part)) continue;
    if (typeof part.$ref === 'string') parts.add(resolve<object>(part).node);
    for (const inner of PARTS.flatMap((keyword) => part[keyword])) parts.add(inner); // grows during the iteration
  }
  return parts.has(reference);
}

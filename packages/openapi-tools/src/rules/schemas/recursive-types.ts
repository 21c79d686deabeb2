// Rule: a schema contains itself only through the properties of an object. Elsewhere it has no generated type.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { isObject } from '../../json.js';

/** Keywords whose schemas are parts of the type itself, and `not`, which validators would follow without end. */
const PARTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items', 'not'];

export const recursiveTypes: Oas3Rule = () => ({
  ref(reference, { report, location, type, resolve }, { node }) {
    if (type.name !== 'Schema' || !leadsTo(node, reference, resolve)) return;
    report({
      message: `The schema ${reference.$ref} contains itself in a list or an alternative, which has no generated type. Put an object between: \`type: object\` with a property that has the \`$ref\`.`,
      location: location.child('$ref').key(),
    });
  },
});

function leadsTo(
  node: unknown,
  reference: object,
  resolve: UserContext['resolve'],
  seen = new Set<unknown>(),
): boolean {
  if (node === reference) return true;
  if (!isObject(node) || seen.has(node)) return false;
  seen.add(node);
  const target = typeof node.$ref === 'string' ? resolve(node).node : undefined;
  const parts = [target, ...PARTS.flatMap((keyword) => node[keyword])];
  return parts.some((part) => leadsTo(part, reference, resolve, seen));
}

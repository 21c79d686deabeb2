// Rule: `deprecated: true` and its dates stand on an operation, a parameter or a property of an object. Elsewhere nothing
// would tell a client about them.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn, isObject } from '../json.js';

export const DEPRECATION_DATES = ['x-deprecated-since', 'x-deprecated-sunset'];
/** Keywords whose schemas test a value without describing it. */
const TESTS = ['not', 'contains', 'propertyNames'];
const WHERE = 'on an operation, a parameter or a property of an object';

export const deprecatedPlaces: Oas3Rule = () => {
  const properties = new Set<unknown>();
  const keysOf = (node: object) =>
    Object.keys(node).filter(
      (key) =>
        (key === 'deprecated' && getIn(node, key) === true) || DEPRECATION_DATES.includes(key),
    );
  return {
    // Visited before its properties. A property that is a reference is the object with the `$ref`.
    SchemaProperties(map) {
      for (const property of Object.values(map)) properties.add(property);
    },
    Header({ deprecated }, { report, location }) {
      if (deprecated === true)
        report({
          message: `\`deprecated\` is allowed only ${WHERE}. Say in the \`description\` of the header what replaces it.`,
          location: location.child('deprecated').key(),
        });
    },
    Schema(schema, { report, location, rawNode }) {
      for (const keyword of TESTS)
        if (isObject(schema) && hasDeprecated(getIn(schema, keyword)))
          report({
            message: `A schema below \`${keyword}\` describes no value that is sent: nothing in it can be deprecated.`,
            location: location.child(keyword).key(),
          });
      if (properties.has(schema) && schema === rawNode) return;
      for (const key of keysOf(schema))
        report({
          message: `\`${key}\` of a schema is allowed only ${WHERE}. Write it there, also beside a \`$ref\`.`,
          location: location.child(key).key(),
        });
    },
    ref(reference, { report, location, type }) {
      if (type.name !== 'Schema' || properties.has(reference)) return;
      for (const key of keysOf(reference))
        report({
          message: `\`${key}\` beside a \`$ref\` is allowed only ${WHERE}.`,
          location: location.child(key).key(),
        });
    },
  };
};

function hasDeprecated(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasDeprecated);
  if (!isObject(value)) return false;
  return value.deprecated === true || Object.values(value).some(hasDeprecated);
}

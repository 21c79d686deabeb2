// Rule: a `$ref` stands where OpenAPI allows one.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../json.js';

const REFERABLE: Record<string, string> = {
  PathItem: 'path items',
  Parameter: 'parameters',
  RequestBody: 'request bodies',
  Response: 'responses',
  Header: 'headers',
  Schema: 'schemas',
  Example: 'named examples',
  Link: 'links',
  SecurityScheme: 'security schemes',
};

export const referencePlaces: Oas3Rule = () => ({
  any(_node, { report, rawNode, rawLocation, type }) {
    if (typeof getIn(rawNode, '$ref') !== 'string' || type.name in REFERABLE) return;
    report({
      message: `OpenAPI allows no \`$ref\` here. Write the value itself: only ${Object.values(REFERABLE).join(', ')} can be references.`,
      location: rawLocation.child('$ref').key(),
    });
  },
});

// Rule: every request has one API key, sent as a bearer token. A key in a URL would end up in logs, and the server does
// not tell one scheme from another: it would let a key of the first in by the second.

import { isDeepStrictEqual } from 'node:util';
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, isObject } from '../json.js';
import { rootKeyLocation } from './report-location.js';

export const security: Oas3Rule = () => {
  let required: unknown;
  return {
    Root(root, { report, location }) {
      required = root.security;
      const schemes = Object.keys(root.components?.securitySchemes ?? {});
      const [first = 'bearerAuth', ...others] = schemes;
      for (const name of others)
        report({
          message: `A second security scheme is not supported: a request has one API key. Remove ${name}.`,
          location: location.child(['components', 'securitySchemes', name]).key(),
        });
      if (!isRequirement(required, first))
        report({
          message: `The contract must require its scheme for every operation: \`security: [{ ${first}: [] }]\`, without scopes and alternatives.`,
          location: rootKeyLocation(location, root, 'security'),
        });
    },
    Operation(operation, { report, location }) {
      if (operation.security === undefined || isDeepStrictEqual(operation.security, required))
        return;
      report({
        message:
          'Every operation has the security of the contract: remove `security` here. What a key may do follows from the key.',
        location: location.child('security').key(),
      });
    },
    SecurityScheme(scheme, { report, location }) {
      if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer') return;
      report({
        message: 'A security scheme must have `type: http` and `scheme: bearer`.',
        location: location.child(scheme.type === 'http' ? 'scheme' : 'type'),
      });
    },
  };
};

/** Whether the scheme, without scopes, is the only way in. */
function isRequirement(value: unknown, scheme: string): boolean {
  if (!Array.isArray(value) || value.length !== 1 || !isObject(value[0])) return false;
  const [[name, scopes] = [], ...others] = entriesOf(value[0]);
  return name === scheme && Array.isArray(scopes) && scopes.length === 0 && others.length === 0;
}

// Rule: every request has one API key, sent as a bearer token. A key in a URL would end up in logs, and the server does
// not tell one scheme from another: it would let a key of the first in by the second.
import { isDeepStrictEqual } from 'node:util';
import type { Oas3Rule } from '@redocly/openapi-core';

export const security: Oas3Rule = () => {
  let required: unknown;
  return {
    Root(root, { report, location }) {
      required = root.security;
      const [scheme = 'bearerAuth'] = Object.keys(root.components?.securitySchemes ?? {});
      if (root.security === undefined || isDeepStrictEqual(required, [{ [scheme]: [] }])) return;
      report({
        message: `The contract must require its scheme for every operation: \`security: [{ ${scheme}: [] }]\`, without scopes and alternatives.`,
        location: location.child('security').key(),
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
  };
};

// Owns the rule that keys travel as bearer tokens alone: a key in a URL ends up in logs.
import type { Oas3Rule } from '@redocly/openapi-core';

export const bearerOnly: Oas3Rule = () => ({
  SecurityScheme(scheme, { report, location }) {
    if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer') return;
    report({
      message: 'A security scheme must be `type: http`, `scheme: bearer`.',
      location: location.child(scheme.type === 'http' ? 'scheme' : 'type'),
    });
  },
});

// Rule: API keys are sent as bearer tokens only. Keys in URLs would end up in logs.
import type { Oas3Rule } from '@redocly/openapi-core';

export const bearerOnly: Oas3Rule = () => ({
  SecurityScheme(scheme, { report, location }) {
    if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer') return;
    report({
      message: 'A security scheme must have `type: http` and `scheme: bearer`.',
      location: location.child(scheme.type === 'http' ? 'scheme' : 'type'),
    });
  },
});

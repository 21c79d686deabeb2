// Rule: only methods whose bodies arrive have one. Proxies and browsers drop the body of a GET or a DELETE.
import type { Oas3Rule } from '@redocly/openapi-core';

export const requestBodies: Oas3Rule = () => ({
  PathItem(item, { report, location }) {
    for (const method of ['get', 'delete'] as const)
      if (item[method]?.requestBody !== undefined)
        report({
          message: `A ${method.toUpperCase()} has no body: proxies drop it. Use query parameters, or a POST.`,
          location: location.child([method, 'requestBody']).key(),
        });
  },
});

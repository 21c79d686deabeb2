// Rule: the contract requires credentials, and no operation opts out.
import { isObject, rootKeyLocation } from '@animal-store/openapi-tools';
import type { Oas3Rule } from '@redocly/openapi-core';

export const securityRequired: Oas3Rule = () => ({
  Root(root, { report, location }) {
    if (requiresCredentials(root.security)) return;
    report({
      message:
        'The contract must require credentials: `security` needs at least one scheme, and `{}` is not allowed.',
      location: rootKeyLocation(location, root, 'security'),
    });
  },
  Operation(operation, { report, location }) {
    if (operation.security === undefined || requiresCredentials(operation.security)) return;
    report({
      message: 'The operation must not opt out of security.',
      location: location.child('security').key(),
    });
  },
});

function requiresCredentials(security: unknown): boolean {
  return (
    Array.isArray(security) &&
    security.length > 0 &&
    security.every((choice) => isObject(choice) && Object.keys(choice).length > 0)
  );
}

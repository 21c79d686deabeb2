// Owns the rule that every operation asks for credentials: the contract as a whole does, and no operation opts out.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isObject } from '../../../contract/generator/json.js';
import { rootKey } from '../../../contract/generator/rules/place.js';

export const securityApplies: Oas3Rule = () => ({
  Root(root, { report, location }) {
    if (asksForCredentials(root.security)) return;
    report({
      message:
        'The contract must ask for credentials: `security` names a scheme, and none is `{}`.',
      location: rootKey(location, root, 'security'),
    });
  },
  Operation(operation, { report, location }) {
    if (operation.security === undefined || asksForCredentials(operation.security)) return;
    report({
      message: 'An operation must not opt out of security.',
      location: location.child('security').key(),
    });
  },
});

function asksForCredentials(security: unknown): boolean {
  return (
    Array.isArray(security) &&
    security.length > 0 &&
    security.every((choice) => isObject(choice) && Object.keys(choice).length > 0)
  );
}

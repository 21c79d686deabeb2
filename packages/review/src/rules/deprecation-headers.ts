// Owns the rule that a deprecated operation declares the headers that say so. Its errors have them too, but share their
// shape with those of other operations, which do not.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at } from '../../../contract/generator/json.js';
import { missingHeaders } from './reply-headers.js';

export const deprecationHeaders: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    if (!operation.deprecated) return;
    for (const [status, reply] of Object.entries(operation.responses ?? {})) {
      if (!status.startsWith('2')) continue;
      const missing = missingHeaders(reply, ['Deprecation', 'Sunset'], resolve);
      // The link may be declared as optional: it shares its name with those of a listing.
      if (at(resolve(reply).node, 'headers', 'Link') === undefined) missing.push('Link');
      for (const name of missing)
        report({
          message: `The ${status} of a deprecated operation must declare the header ${name}.`,
          location: location.child(['responses', status]).key(),
        });
    }
  },
});

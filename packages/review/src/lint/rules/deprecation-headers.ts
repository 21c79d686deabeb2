// Rule: all responses of a deprecated operation declare the deprecation headers. On success they are required. Error
// responses may be shared with operations that are not deprecated, so there it is enough to declare them.
import { entriesOf, getIn } from '@animal-store/openapi-tools';
import type { Oas3Rule } from '@redocly/openapi-core';
import { missingHeaders } from './response-headers.js';

/** An anonymous client learns nothing about the operation, and another method is not this operation. */
const WITHOUT_OPERATION = ['401', '405'];

export const deprecationHeaders: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    if (!operation.deprecated) return;
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (WITHOUT_OPERATION.includes(status)) continue;
      const declared = entriesOf(getIn(resolve(response).node, 'headers')).map(([name]) => name);
      const missing = status.startsWith('2')
        ? missingHeaders(response, ['Deprecation', 'Sunset'], resolve)
        : ['Deprecation', 'Sunset'].filter((name) => !declared.includes(name));
      // `Link` may be optional: paginated operations use the same header.
      if (!declared.includes('Link')) missing.push('Link');
      for (const name of missing)
        report({
          message: `The ${status} response of a deprecated operation must declare the header ${name}.`,
          location: location.child(['responses', status]).key(),
        });
    }
  },
});

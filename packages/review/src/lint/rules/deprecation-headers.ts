// Rule: all responses of a deprecated operation declare the deprecation headers, and so do those of an operation of which a
// request can send something deprecated. On success of a deprecated operation they are required. Error responses may be
// shared with operations that are not deprecated, so there it is enough to declare them.
import { entriesOf, getIn } from '@animal-store/openapi-tools';
import type { Oas3Rule } from '@redocly/openapi-core';
import { deprecatedRequestParts } from './deprecated-request-parts.js';
import { missingHeaders } from './response-headers.js';

/** An anonymous client learns nothing about the operation, and another method is not this operation. */
const WITHOUT_OPERATION = ['401', '405'];
const DATES = ['Deprecation', 'Sunset'];

export const deprecationHeaders: Oas3Rule = () => {
  let shared: unknown;
  return {
    PathItem(item) {
      shared = item.parameters;
    },
    Operation(operation, context) {
      const { report, location, resolve } = context;
      const [part] = operation.deprecated ? [] : deprecatedRequestParts(operation, shared, context);
      if (!operation.deprecated && part === undefined) return;
      const subject = part === undefined ? 'a deprecated operation' : `an operation with ${part}`;
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (WITHOUT_OPERATION.includes(status)) continue;
        const declared = entriesOf(getIn(resolve(response).node, 'headers')).map(([name]) => name);
        const missing =
          operation.deprecated && status.startsWith('2')
            ? missingHeaders(response, DATES, resolve)
            : DATES.filter((name) => !declared.includes(name));
        // `Link` may be optional: paginated operations use the same header.
        if (operation.deprecated && !declared.includes('Link')) missing.push('Link');
        for (const name of missing)
          report({
            message: `The ${status} response of ${subject} must declare the header ${name}.`,
            location: location.child(['responses', status]).key(),
          });
      }
    },
  };
};

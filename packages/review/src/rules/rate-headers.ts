// Owns the rule that every operation can answer 429, and that every answer says how much of the quota is left.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at, isObject } from '../json.js';

const QUOTA_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

export const rateHeaders: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    const responses = Object.entries(operation.responses ?? {});
    const place = location.child('responses').key();
    if (!responses.some(([status]) => status === '429'))
      report({ message: 'An operation must declare its 429.', location: place });
    for (const [status, reference] of responses) {
      const response: unknown = resolve(reference).node;
      const wanted = status === '429' ? [...QUOTA_HEADERS, 'Retry-After'] : QUOTA_HEADERS;
      for (const name of wanted) {
        const header = at(response, 'headers', name);
        const found: unknown = isObject(header) ? resolve(header).node : undefined;
        if (at(found, 'required') === true) continue;
        report({
          message: `The ${status} must declare the header ${name}, \`required: true\`.`,
          location: location.child(['responses', status]).key(),
        });
      }
    }
  },
});

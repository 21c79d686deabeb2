// Owns the rule that every operation can answer 429, and that every answer says how much of the quota is left.
import type { Oas3Rule } from '@redocly/openapi-core';
import { missingHeaders } from './reply-headers.js';

const QUOTA_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

export const rateHeaders: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    const replies = Object.entries(operation.responses ?? {});
    const place = location.child('responses').key();
    if (!replies.some(([status]) => status === '429'))
      report({ message: 'An operation must declare its 429.', location: place });
    for (const [status, reply] of replies) {
      const wanted = status === '429' ? [...QUOTA_HEADERS, 'Retry-After'] : QUOTA_HEADERS;
      for (const name of missingHeaders(reply, wanted, resolve))
        report({
          message: `The ${status} must declare the header ${name}, \`required: true\`.`,
          location: location.child(['responses', status]).key(),
        });
    }
  },
});

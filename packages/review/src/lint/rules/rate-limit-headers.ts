// Rule: every operation declares 429, and every response declares the rate-limit headers.
import type { Oas3Rule } from '@redocly/openapi-core';
import { missingHeaders } from './response-headers.js';

const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
];

export const rateLimitHeaders: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    const responses = Object.entries(operation.responses ?? {});
    const responsesKey = location.child('responses').key();
    if (!responses.some(([status]) => status === '429'))
      report({ message: 'The operation must declare a 429 response.', location: responsesKey });
    for (const [status, response] of responses) {
      const required =
        status === '429' ? [...RATE_LIMIT_HEADERS, 'Retry-After'] : RATE_LIMIT_HEADERS;
      for (const name of missingHeaders(response, required, resolve))
        report({
          message: `The ${status} response must declare the header ${name} with \`required: true\`.`,
          location: location.child(['responses', status]).key(),
        });
    }
  },
});

// Rule: every operation declares 401, 500 and 503, and every response declares X-Request-Id.
import type { Oas3Rule } from '@redocly/openapi-core';
import { missingHeaders } from './response-headers.js';

const REQUIRED_STATUSES = ['401', '500', '503'];
const REQUIRED_HEADERS = ['X-Request-Id'];

export const commonResponses: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    const responses = Object.entries(operation.responses ?? {});
    for (const status of REQUIRED_STATUSES)
      if (!responses.some(([declared]) => declared === status))
        report({
          message: `The operation must declare a ${status} response.`,
          location: location.child('responses').key(),
        });
    for (const [status, response] of responses)
      for (const name of missingHeaders(response, REQUIRED_HEADERS, resolve))
        report({
          message: `The ${status} response must declare the header ${name} with \`required: true\`.`,
          location: location.child(['responses', status]).key(),
        });
  },
});

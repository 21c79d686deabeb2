// Owns the rule on what every operation can answer besides 429: 401, 500 and 503; and that every reply has its identifier.
import type { Oas3Rule } from '@redocly/openapi-core';
import { missingHeaders } from './reply-headers.js';

const STATUSES = ['401', '500', '503'];
const HEADERS = ['X-Request-Id'];

export const commonReplies: Oas3Rule = () => ({
  Operation(operation, { report, location, resolve }) {
    const replies = Object.entries(operation.responses ?? {});
    for (const status of STATUSES)
      if (!replies.some(([declared]) => declared === status))
        report({
          message: `An operation must declare its ${status}.`,
          location: location.child('responses').key(),
        });
    for (const [status, reply] of replies)
      for (const name of missingHeaders(reply, HEADERS, resolve))
        report({
          message: `The ${status} must declare the header ${name}, \`required: true\`.`,
          location: location.child(['responses', status]).key(),
        });
  },
});

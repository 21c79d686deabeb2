// Rule: the maximum body size and the retention of idempotency keys are positive integers.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn, isPositiveInteger } from '../json.js';
import { rootKeyLocation } from './report-location.js';

const LIMITS = [['x-max-body-bytes'], ['x-idempotency', 'retentionSeconds']];

export const requestLimits: Oas3Rule = () => ({
  Root(root, { report, location }) {
    for (const keys of LIMITS) {
      if (isPositiveInteger(getIn(root, ...keys))) continue;
      const [first = ''] = keys;
      report({
        message: `\`${keys.join('.')}\` must be an integer above 0.`,
        location: rootKeyLocation(location, root, first),
      });
    }
  },
});

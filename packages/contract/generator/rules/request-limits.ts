// Owns the rule on the two other limits of a request: the size of its body, and how long its Idempotency-Key is kept.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at, isPositiveInteger } from '../json.js';
import { rootKey } from './place.js';

const LIMITS = [['x-max-body-bytes'], ['x-idempotency', 'retentionSeconds']];

export const requestLimits: Oas3Rule = () => ({
  Root(root, { report, location }) {
    for (const keys of LIMITS) {
      if (isPositiveInteger(at(root, ...keys))) continue;
      const [first = ''] = keys;
      report({
        message: `\`${keys.join('.')}\` must be an integer above 0.`,
        location: rootKey(location, root, first),
      });
    }
  },
});

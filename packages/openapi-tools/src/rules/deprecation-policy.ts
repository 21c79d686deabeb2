// Rule: `x-deprecation-policy`, if the contract has one, is the number of days between an announcement and a sunset.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn, isObject, isPositiveInteger } from '../json.js';
import { rootKeyLocation } from './report-location.js';

const KEY = 'x-deprecation-policy';

export const deprecationPolicy: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const policy = getIn(root, KEY);
    if (policy === undefined) return;
    const isValid =
      isObject(policy) &&
      Object.keys(policy).join() === 'minimumNoticeDays' &&
      isPositiveInteger(policy.minimumNoticeDays);
    if (isValid) return;
    report({
      message: `\`${KEY}\` must be { minimumNoticeDays: N }, where N is an integer above 0.`,
      location: rootKeyLocation(location, root, KEY),
    });
  },
});

// Rule: `x-rate-limit-ban` has three positive integers, and its longest ban is not shorter than its first.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn, isPositiveInteger } from '../json.js';
import { rootKeyLocation } from './report-location.js';

const KEYS = ['refusalsPerMinute', 'seconds', 'maxSeconds'];

export const rateLimitBan: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const ban = getIn(root, 'x-rate-limit-ban');
    const reportBan = (message: string) =>
      report({
        message: `\`x-rate-limit-ban\` ${message}.`,
        location: rootKeyLocation(location, root, 'x-rate-limit-ban'),
      });
    const entries = entriesOf(ban);
    const isValid = entries.every(([key, value]) => KEYS.includes(key) && isPositiveInteger(value));
    if (!isValid || entries.length !== KEYS.length)
      reportBan(`must have exactly ${KEYS.join(', ')}, each an integer above 0`);
    else if (Number(getIn(ban, 'maxSeconds')) < Number(getIn(ban, 'seconds')))
      reportBan('has a longest ban (`maxSeconds`) that is shorter than the first ban (`seconds`)');
  },
});

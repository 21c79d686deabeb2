// Rule: each plan has a quota for both windows or is `custom`; `free` has numbers, because it limits anonymous clients too.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn, isObject, isPositiveInteger } from '../json.js';
import { rootKeyLocation } from './report-location.js';

const WINDOWS = ['perMinute', 'perDay'];

export const rateLimitPlans: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const key = 'x-rate-limit-plans';
    const plans = getIn(root, key);
    if (!isObject(getIn(plans, 'free')))
      report({
        message: `\`${key}\` must have the plan \`free\` with numbers: it also limits anonymous clients.`,
        location: rootKeyLocation(location, root, key),
      });
    for (const [name, plan] of entriesOf(plans)) {
      const message = planProblem(plan);
      if (message !== undefined)
        report({ message: `The plan ${name} ${message}.`, location: location.child([key, name]) });
    }
  },
});

function planProblem(plan: unknown): string | undefined {
  if (plan === 'custom') return undefined;
  const quota = entriesOf(plan);
  if (
    quota.length !== WINDOWS.length ||
    !quota.every(([window, requests]) => WINDOWS.includes(window) && isPositiveInteger(requests))
  )
    return `must be \`custom\`, or have exactly ${WINDOWS.join(' and ')}, each an integer above 0`;
  return Number(getIn(plan, 'perDay')) < Number(getIn(plan, 'perMinute'))
    ? 'allows fewer requests in a day than in a minute'
    : undefined;
}

// Owns the rule on the plans: each has a quota for both windows or is `custom`, and strangers have one to be held to.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at, isObject, isPositiveInteger, members } from '../json.js';
import { rootKey } from './place.js';

const WINDOWS = ['perMinute', 'perDay'];

export const rateLimitPlans: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const key = 'x-rate-limit-plans';
    const plans = at(root, key);
    if (!isObject(at(plans, 'free')))
      report({
        message: `\`${key}\` must have the plan \`free\` with numbers: it also governs callers without a key.`,
        location: rootKey(location, root, key),
      });
    for (const [name, plan] of members(plans)) {
      const message = faultOf(plan);
      if (message !== undefined)
        report({ message: `The plan ${name} ${message}.`, location: location.child([key, name]) });
    }
  },
});

function faultOf(plan: unknown): string | undefined {
  if (plan === 'custom') return undefined;
  const quota = members(plan);
  if (
    quota.length !== WINDOWS.length ||
    !quota.every(([window, requests]) => WINDOWS.includes(window) && isPositiveInteger(requests))
  )
    return `must be \`custom\`, or have ${WINDOWS.join(' and ')} alone, each an integer above 0`;
  return Number(at(plan, 'perDay')) < Number(at(plan, 'perMinute'))
    ? 'admits fewer requests in a day than in a minute'
    : undefined;
}

// Owns the rule on the ban of keys that go on asking: three whole numbers, the longest ban no shorter than the first.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at, isPositiveInteger, members } from '../json.js';
import { rootKey } from './place.js';

const KEYS = ['refusalsPerMinute', 'seconds', 'maxSeconds'];

export const rateLimitBan: Oas3Rule = () => ({
  Root(root, { report, location }) {
    const ban = at(root, 'x-rate-limit-ban');
    const refuse = (message: string) =>
      report({
        message: `\`x-rate-limit-ban\` ${message}.`,
        location: rootKey(location, root, 'x-rate-limit-ban'),
      });
    const found = members(ban);
    const whole = found.every(([key, value]) => KEYS.includes(key) && isPositiveInteger(value));
    if (!whole || found.length !== KEYS.length)
      refuse(`must have ${KEYS.join(', ')} alone, each an integer above 0`);
    else if (Number(at(ban, 'maxSeconds')) < Number(at(ban, 'seconds')))
      refuse('has a longest ban (`maxSeconds`) that is shorter than the first (`seconds`)');
  },
});

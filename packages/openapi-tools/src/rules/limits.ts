// Rule: the limits of a contract agree: a day allows no less than a minute, and the longest ban is no shorter than the first.
import type { Oas3Rule } from '@redocly/openapi-core';
import { entriesOf, getIn } from '../json.js';

const PLANS = 'x-rate-limit-plans';
const BAN = 'x-rate-limit-ban';

export const limits: Oas3Rule = () => ({
  Root(root, { report, location }) {
    for (const [name, plan] of entriesOf(getIn(root, PLANS)))
      if (Number(getIn(plan, 'perDay')) < Number(getIn(plan, 'perMinute')))
        report({
          message: `The plan ${name} allows fewer requests in a day than in a minute.`,
          location: location.child([PLANS, name]),
        });
    if (Number(getIn(root, BAN, 'maxSeconds')) < Number(getIn(root, BAN, 'seconds')))
      report({
        message: `\`${BAN}\` has a longest ban (\`maxSeconds\`) that is shorter than the first ban (\`seconds\`).`,
        location: location.child(BAN).key(),
      });
  },
});

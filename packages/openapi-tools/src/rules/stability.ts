// Rule: `x-stability` of an operation is one of three levels. A stable operation has none.

import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn } from '../json.js';

const LEVELS: unknown[] = ['experimental', 'alpha', 'beta'];

export const stability: Oas3Rule = () => ({
  Operation(operation, { report, location }) {
    const level = getIn(operation, 'x-stability');
    if (level === undefined || LEVELS.includes(level)) return;
    report({
      message: `\`x-stability\` must be one of ${LEVELS.join(', ')} (got ${JSON.stringify(level)}).`,
      location: location.child('x-stability'),
    });
  },
});

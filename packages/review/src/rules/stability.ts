// Owns the rule that an operation's `x-stability` is one of the three markers; a stable operation has none.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at } from '../../../contract/generator/json.js';

const MARKERS: unknown[] = ['experimental', 'alpha', 'beta'];

export const stability: Oas3Rule = () => ({
  Operation(operation, { report, location }) {
    const marker = at(operation, 'x-stability');
    if (marker === undefined || MARKERS.includes(marker)) return;
    report({
      message: `\`x-stability\` must be one of ${MARKERS.join(', ')}, not ${JSON.stringify(marker)}.`,
      location: location.child('x-stability'),
    });
  },
});

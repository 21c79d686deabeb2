// Rule: the number of an error's `details` is limited, and so is the length of their texts.
import type { Oas3Rule } from '@redocly/openapi-core';
import { getIn, isPositiveInteger } from '../json.js';
import { rootKeyLocation } from './report-location.js';

const DETAIL = ['components', 'schemas', 'ErrorDetail', 'properties'];
const LIMITS = [
  ['components', 'schemas', 'Error', 'properties', 'details', 'maxItems'],
  [...DETAIL, 'path', 'maxLength'],
  [...DETAIL, 'message', 'maxLength'],
];

export const errorBounds: Oas3Rule = () => ({
  Root(root, { report, location }) {
    for (const keys of LIMITS) {
      if (isPositiveInteger(getIn(root, ...keys))) continue;
      report({
        message: `\`${keys.join('.')}\` must be an integer above 0. It limits the size of errors.`,
        location: rootKeyLocation(location, root, 'components'),
      });
    }
  },
});

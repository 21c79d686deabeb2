// Rule: deprecation dates exist, and the successor of an operation is another operation.
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';
import { isCalendarDate } from '../calendar-date.js';
import { getIn } from '../json.js';
import { DEPRECATION_DATES } from './deprecated-places.js';

const SUCCESSOR = 'x-deprecated-successor';

export const deprecationValues: Oas3Rule = () => {
  const operationIds = new Set<unknown>();
  const successors: { name: unknown; reportUnknown(): void }[] = [];
  return {
    Operation(operation, context) {
      checkDates(operation, context);
      operationIds.add(operation.operationId);
      const name: unknown = getIn(operation, SUCCESSOR);
      const reportSuccessor = () =>
        context.report({
          message: `No other operation has the operationId ${JSON.stringify(name)}.`,
          location: context.location.child(SUCCESSOR).key(),
        });
      if (name !== undefined && name === operation.operationId) reportSuccessor();
      else if (name !== undefined) successors.push({ name, reportUnknown: reportSuccessor });
    },
    Parameter: checkDates,
    Schema: checkDates,
    ref: checkDates,
    Root: {
      leave() {
        for (const { name, reportUnknown } of successors)
          if (!operationIds.has(name)) reportUnknown();
      },
    },
  };
};

function checkDates(node: object, { report, location }: UserContext): void {
  for (const key of DEPRECATION_DATES)
    if (getIn(node, key) !== undefined && !isCalendarDate(getIn(node, key)))
      report({
        message: `\`${key}\` must be a calendar date, such as "2030-12-05".`,
        location: location.child(key).key(),
      });
}

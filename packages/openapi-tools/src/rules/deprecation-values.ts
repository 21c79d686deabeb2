// Rule: an operation's deprecation dates exist, and its successor is another operation.
import type { Oas3Rule } from '@redocly/openapi-core';
import { isCalendarDate } from '../calendar-date.js';
import { getIn } from '../json.js';

const DATES = ['x-deprecated-since', 'x-deprecated-sunset'];
const SUCCESSOR = 'x-deprecated-successor';

export const deprecationValues: Oas3Rule = () => {
  const operationIds = new Set<unknown>();
  const successors: { name: unknown; reportUnknown(): void }[] = [];
  return {
    Operation(operation, { report, location }) {
      operationIds.add(operation.operationId);
      const reportKey = (key: string, message: string) =>
        report({ message, location: location.child(key).key() });

      for (const key of DATES)
        if (getIn(operation, key) !== undefined && !isCalendarDate(getIn(operation, key)))
          reportKey(key, `\`${key}\` must be a calendar date, such as "2030-12-05".`);
      const name: unknown = getIn(operation, SUCCESSOR);
      const message = `No other operation has the operationId ${JSON.stringify(name)}.`;
      if (name !== undefined && name === operation.operationId) reportKey(SUCCESSOR, message);
      else if (name !== undefined)
        successors.push({ name, reportUnknown: () => reportKey(SUCCESSOR, message) });
    },
    Root: {
      leave() {
        for (const { name, reportUnknown } of successors)
          if (!operationIds.has(name)) reportUnknown();
      },
    },
  };
};

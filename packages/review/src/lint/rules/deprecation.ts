// Rule: a deprecated operation declares its dates and its successor, and its sunset has not passed.
import { getIn, isCalendarDate, keyLocation } from '@animal-store/openapi-tools';
import type { Oas3Rule } from '@redocly/openapi-core';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';
const KEYS = [SINCE, SUNSET, 'x-deprecated-successor'];

export function deprecation(now: () => Date): Oas3Rule {
  return () => ({
    Operation(operation, { report, location }) {
      const reportKey = (key: string, message: string) =>
        report({ message, location: keyLocation(location, operation, key, 'operationId') });

      for (const key of KEYS) {
        if (operation.deprecated && getIn(operation, key) === undefined)
          reportKey(key, `A deprecated operation must have \`${key}\`.`);
        if (!operation.deprecated && getIn(operation, key) !== undefined)
          reportKey(key, `\`${key}\` is set on an operation that is not \`deprecated: true\`.`);
      }
      if (!operation.deprecated) return;

      const [since, sunset] = [getIn(operation, SINCE), getIn(operation, SUNSET)];
      if (isCalendarDate(since) && isCalendarDate(sunset) && sunset <= since)
        reportKey(SUNSET, '`x-deprecated-sunset` must be later than `x-deprecated-since`.');
      if (isCalendarDate(sunset) && new Date(sunset) <= now())
        reportKey(
          SUNSET,
          `The sunset ${sunset} has passed: remove the operation or set a later date.`,
        );
    },
  });
}

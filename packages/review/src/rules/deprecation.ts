// Owns the rule that a deprecated operation says since when, until when and what instead, and that its end is not past.
import type { Oas3Rule } from '@redocly/openapi-core';
import { at } from '../../../contract/generator/json.js';
import { isDay } from '../../../contract/generator/rules/deprecation-values.js';
import { keyOr } from '../../../contract/generator/rules/place.js';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';
const KEYS = [SINCE, SUNSET, 'x-deprecated-successor'];

export function deprecation(now: () => Date): Oas3Rule {
  return () => ({
    Operation(operation, { report, location }) {
      const refuse = (key: string, message: string) =>
        report({ message, location: keyOr(location, operation, key, 'operationId') });

      for (const key of KEYS) {
        if (operation.deprecated && at(operation, key) === undefined)
          refuse(key, `A deprecated operation must have \`${key}\`.`);
        if (!operation.deprecated && at(operation, key) !== undefined)
          refuse(key, `\`${key}\` stands on an operation that is not \`deprecated: true\`.`);
      }
      if (!operation.deprecated) return;

      const [since, sunset] = [at(operation, SINCE), at(operation, SUNSET)];
      if (isDay(since) && isDay(sunset) && sunset <= since)
        refuse(SUNSET, '`x-deprecated-sunset` must come after `x-deprecated-since`.');
      if (isDay(sunset) && new Date(sunset) <= now())
        refuse(SUNSET, `The sunset ${sunset} has passed: remove the operation, or move the day.`);
    },
  });
}

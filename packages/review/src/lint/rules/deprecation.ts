// Rule: what is deprecated declares its dates, with the notice that the contract promises, and its sunset has not come.
import { addDays, getIn, isCalendarDate, isObject } from '@animal-store/spec';
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';

/** The keys of what can be deprecated, and one that it always has, at which a missing one is reported. */
const KINDS = {
  operation: { keys: [SINCE, SUNSET, 'x-deprecated-successor'], fallback: 'operationId' },
  parameter: { keys: [SINCE, SUNSET], fallback: 'name' },
  property: { keys: [SINCE, SUNSET], fallback: 'deprecated' },
};
type Kind = keyof typeof KINDS;

/** @param today UTC calendar date. */
export function deprecation(today: string): Oas3Rule {
  return () => {
    let minimumNoticeDays = 0;
    const properties = new Set<unknown>();
    const check = (node: object, { report, location }: UserContext, kind: Kind): void => {
      const { keys, fallback } = KINDS[kind];
      const reportKey = (key: string, message: string) =>
        report({ message, location: location.child(key in node ? key : fallback).key() });
      const isDeprecated = getIn(node, 'deprecated') === true;
      const misplaced = `is set on ${kind === 'operation' ? 'an' : 'a'} ${kind} that is not \`deprecated: true\`.`;
      for (const key of keys) {
        const isSet = getIn(node, key) !== undefined;
        if (isDeprecated && !isSet) reportKey(key, `A deprecated ${kind} must have \`${key}\`.`);
        if (!isDeprecated && isSet) reportKey(key, `\`${key}\` ${misplaced}`);
      }
      const [since, sunset] = [getIn(node, SINCE), getIn(node, SUNSET)];
      if (!isDeprecated || !isCalendarDate(sunset)) return;
      const earliest = isCalendarDate(since) ? addDays(since, minimumNoticeDays) : '';
      if (isCalendarDate(since) && sunset <= since)
        reportKey(SUNSET, '`x-deprecated-sunset` must be later than `x-deprecated-since`.');
      else if (sunset < earliest)
        reportKey(
          SUNSET,
          `\`x-deprecation-policy\` promises a notice of ${minimumNoticeDays} days: \`x-deprecated-sunset\` must be ${earliest} or later.`,
        );
      if (sunset <= today)
        reportKey(
          SUNSET,
          `The sunset ${sunset} has passed: remove the ${kind} or set a later date.`,
        );
    };
    return {
      Root(root) {
        const days = getIn(root, 'x-deprecation-policy', 'minimumNoticeDays');
        minimumNoticeDays = Number.isSafeInteger(days) ? Number(days) : 0;
      },
      Operation: (operation, context) => check(operation, context, 'operation'),
      Parameter: (parameter, context) => check(parameter, context, 'parameter'),
      // Visited before its properties. A property that is a reference is the object with the `$ref`.
      SchemaProperties(map) {
        for (const property of Object.values(map)) properties.add(property);
      },
      Schema(schema, context) {
        if (isObject(schema) && schema === context.rawNode && properties.has(schema))
          check(schema, context, 'property');
      },
      ref(reference, context) {
        if (properties.has(reference)) check(reference, context, 'property');
      },
    };
  };
}

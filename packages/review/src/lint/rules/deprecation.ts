// Rule: what is deprecated declares its dates, with the notice that the contract promises, and its sunset has not come.
import { addDays, getIn, isCalendarDate, isObject, keyLocation } from '@animal-store/openapi-tools';
import type { Oas3Rule, UserContext } from '@redocly/openapi-core';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';

/** A kind of thing that can be deprecated. */
interface Kind {
  /** As messages name it. */
  name: string;
  keys: readonly string[];
  /** A key that it always has, at which a missing one is reported. */
  fallback: string;
}

const OPERATION: Kind = {
  name: 'operation',
  keys: [SINCE, SUNSET, 'x-deprecated-successor'],
  fallback: 'operationId',
};
const PARAMETER: Kind = { name: 'parameter', keys: [SINCE, SUNSET], fallback: 'name' };
const PROPERTY: Kind = { name: 'property', keys: [SINCE, SUNSET], fallback: 'deprecated' };

/** @param today UTC calendar date. */
export function deprecation(today: string): Oas3Rule {
  return () => {
    let minimumNoticeDays = 0;
    const properties = new Set<unknown>();
    const check = (node: object, { report, location }: UserContext, kind: Kind): void => {
      const reportKey = (key: string, message: string) =>
        report({ message, location: keyLocation(location, node, key, kind.fallback) });
      const isDeprecated = getIn(node, 'deprecated') === true;
      for (const key of kind.keys) {
        if (isDeprecated && getIn(node, key) === undefined)
          reportKey(key, `A deprecated ${kind.name} must have \`${key}\`.`);
        if (!isDeprecated && getIn(node, key) !== undefined)
          reportKey(key, `\`${key}\` is set on ${article(kind)} that is not \`deprecated: true\`.`);
      }
      const [since, sunset] = [getIn(node, SINCE), getIn(node, SUNSET)];
      if (!isDeprecated || !isCalendarDate(sunset)) return;
      if (isCalendarDate(since)) reportNotice(since, sunset, reportKey);
      if (sunset <= today)
        reportKey(
          SUNSET,
          `The sunset ${sunset} has passed: remove the ${kind.name} or set a later date.`,
        );
    };
    const reportNotice = (
      since: string,
      sunset: string,
      reportKey: (key: string, message: string) => void,
    ) => {
      const earliest = addDays(since, minimumNoticeDays);
      if (sunset <= since)
        reportKey(SUNSET, '`x-deprecated-sunset` must be later than `x-deprecated-since`.');
      else if (sunset < earliest)
        reportKey(
          SUNSET,
          `\`x-deprecation-policy\` promises a notice of ${minimumNoticeDays} days: \`x-deprecated-sunset\` must be ${earliest} or later.`,
        );
    };
    return {
      Root(root) {
        const days = getIn(root, 'x-deprecation-policy', 'minimumNoticeDays');
        minimumNoticeDays = Number.isSafeInteger(days) ? Number(days) : 0;
      },
      Operation: (operation, context) => check(operation, context, OPERATION),
      Parameter: (parameter, context) => check(parameter, context, PARAMETER),
      // Visited before its properties. A property that is a reference is the object with the `$ref`.
      SchemaProperties(map) {
        for (const property of Object.values(map)) properties.add(property);
      },
      Schema(schema, context) {
        if (isObject(schema) && schema === context.rawNode && properties.has(schema))
          check(schema, context, PROPERTY);
      },
      ref(reference, context) {
        if (properties.has(reference)) check(reference, context, PROPERTY);
      },
    };
  };
}

function article({ name }: Kind): string {
  return name === 'operation' ? `an ${name}` : `a ${name}`;
}

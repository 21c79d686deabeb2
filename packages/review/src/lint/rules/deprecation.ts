// Rule: what is deprecated declares its dates, with the notice that the contract promises, and its sunset has not come.
import { addDays, isCalendarDate, joinPointer, type Report, type Rule } from '@animal-store/spec';
import {
  type Deprecation,
  deprecationOf,
  innerOf,
  type Pointer,
  parametersOf,
  schemasOf,
} from '@animal-store/spec/model';

const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';
const SUCCESSOR = 'x-deprecated-successor';

/** The keys of what can be deprecated, and one that it always has, at which a missing one is reported. */
const KINDS = {
  operation: { keys: [SINCE, SUNSET, SUCCESSOR], fallback: 'operationId' },
  parameter: { keys: [SINCE, SUNSET], fallback: 'name' },
  property: { keys: [SINCE, SUNSET], fallback: 'deprecated' },
};
type Kind = keyof typeof KINDS;

/** @param today UTC calendar date. */
export function deprecation(today: string): Rule {
  return (contract, report) => {
    const days = contract.limits.minimumNoticeDays ?? 0;
    const check = (kind: Kind, at: Pointer, found: Deprecation | undefined) => {
      if (found === undefined) return;
      const reportKey = reporterAt(kind, at, found, report);
      checkKeys(kind, found, reportKey);
      if (found.isDeprecated) checkDates(kind, found, { today, days }, reportKey);
    };
    for (const operation of contract.operations)
      check('operation', operation.at, operation.deprecation);
    for (const parameter of parametersOf(contract))
      check('parameter', parameter.at, parameter.deprecation);
    for (const { schema } of schemasOf(contract))
      for (const { kind, edge } of innerOf(schema))
        if (kind === 'properties') check('property', edge.at, deprecationOf(edge));
  };
}

type ReportKey = (key: string, message: string) => void;

function reporterAt(kind: Kind, at: Pointer, found: Deprecation, report: Report): ReportKey {
  return (key, message) => {
    const isSet = valueAt(key, found) !== undefined;
    report({ message, at: joinPointer(at, isSet ? key : KINDS[kind].fallback), isKey: true });
  };
}

function valueAt(key: string, { since, sunset, successor }: Deprecation): string | undefined {
  return { [SINCE]: since, [SUNSET]: sunset, [SUCCESSOR]: successor }[key];
}

function checkKeys(kind: Kind, found: Deprecation, reportKey: ReportKey): void {
  const misplaced = `is set on ${kind === 'operation' ? 'an' : 'a'} ${kind} that is not \`deprecated: true\`.`;
  for (const key of KINDS[kind].keys) {
    const isSet = valueAt(key, found) !== undefined;
    if (found.isDeprecated && !isSet) reportKey(key, `A deprecated ${kind} must have \`${key}\`.`);
    if (!found.isDeprecated && isSet) reportKey(key, `\`${key}\` ${misplaced}`);
  }
}

function checkDates(
  kind: Kind,
  { since, sunset }: Deprecation,
  { today, days }: { today: string; days: number },
  reportKey: ReportKey,
): void {
  if (!isCalendarDate(sunset)) return;
  const earliest = isCalendarDate(since) ? addDays(since, days) : '';
  if (isCalendarDate(since) && sunset <= since)
    reportKey(SUNSET, '`x-deprecated-sunset` must be later than `x-deprecated-since`.');
  else if (sunset < earliest)
    reportKey(
      SUNSET,
      `\`x-deprecation-policy\` promises a notice of ${days} days: \`x-deprecated-sunset\` must be ${earliest} or later.`,
    );
  if (sunset <= today)
    reportKey(SUNSET, `The sunset ${sunset} has passed: remove the ${kind} or set a later date.`);
}

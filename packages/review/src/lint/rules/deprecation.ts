// Rule: what is deprecated declares its dates, with the notice that the contract promises, and its sunset has not come.
import { addDays, isCalendarDate, joinPointer, type Report, type Rule } from '@animal-store/spec';
import {
  DEPRECATION_KEYS,
  type Deprecation,
  deprecationOf,
  innerOf,
  type Pointer,
  parametersOf,
  schemasOf,
} from '@animal-store/spec/model';

type Name = keyof typeof DEPRECATION_KEYS;

/** What a deprecation must say, and a key that its owner always has, at which a missing one is reported. */
const KINDS: Record<'operation' | 'parameter' | 'property', { names: Name[]; fallback: string }> = {
  operation: { names: ['since', 'sunset', 'successor'], fallback: 'operationId' },
  parameter: { names: ['since', 'sunset'], fallback: 'name' },
  property: { names: ['since', 'sunset'], fallback: 'deprecated' },
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

type ReportKey = (name: Name, message: string) => void;

function reporterAt(kind: Kind, at: Pointer, found: Deprecation, report: Report): ReportKey {
  return (name, message) => {
    const key = found[name] === undefined ? KINDS[kind].fallback : DEPRECATION_KEYS[name];
    report({ message, at: joinPointer(at, key), isKey: true });
  };
}

function checkKeys(kind: Kind, found: Deprecation, reportKey: ReportKey): void {
  const misplaced = `is set on ${kind === 'operation' ? 'an' : 'a'} ${kind} that is not \`deprecated: true\`.`;
  for (const name of KINDS[kind].names) {
    const key = DEPRECATION_KEYS[name];
    const isSet = found[name] !== undefined;
    if (found.isDeprecated && !isSet) reportKey(name, `A deprecated ${kind} must have \`${key}\`.`);
    if (!found.isDeprecated && isSet) reportKey(name, `\`${key}\` ${misplaced}`);
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
    reportKey('sunset', '`x-deprecated-sunset` must be later than `x-deprecated-since`.');
  else if (sunset < earliest)
    reportKey(
      'sunset',
      `\`x-deprecation-policy\` promises a notice of ${days} days: \`x-deprecated-sunset\` must be ${earliest} or later.`,
    );
  if (sunset <= today)
    reportKey('sunset', `The sunset ${sunset} has passed: remove the ${kind} or set a later date.`);
}

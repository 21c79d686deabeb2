// Life cycle: ratings of deprecations, sunsets and removals, by the dates that the contract has announced.
//
//   announcement of a sunset     minor, if it leaves the notice that `x-deprecation-policy` promises; otherwise breaking
//   a sunset moved               nearer: breaking; later: minor
//   removal of what was announced   breaking before the sunset, minor on or after it
import { addDays, isCalendarDate } from '@animal-store/spec';
import { type Contract, DEPRECATION_KEYS, type Deprecation } from '@animal-store/spec/model';
import type { Contracts, Rating } from './change.js';
import { behaviour, both, promised, wireOnly } from './ratings.js';
import type { Findings, Sides, WalkContext } from './walk/sides.js';

const POLICY = 'x-deprecation-policy';
const NOTICE_DAYS = [POLICY, 'minimumNoticeDays'];

/**
 * The rating of a removal by the dates in the base; undefined if these say nothing about it.
 * @param removed the deprecations of a parameter, a property, an operation, or all operations of a path.
 */
export function rateRemoval(
  { today }: WalkContext,
  ...removed: (Deprecation | undefined)[]
): Rating | undefined {
  const sunsets = removed.map(sunsetOf).filter((sunset) => sunset !== undefined);
  const last = sunsets.toSorted().at(-1);
  if (last === undefined || sunsets.length < removed.length) return undefined;
  return today >= last
    ? both('minor', `Its announced sunset, ${last}, has passed.`)
    : promised(both('major', `It was to work at least until its announced sunset, ${last}.`));
}

/** Changes of the deprecation of an operation, a parameter or a property, its dates and its successor. */
export function* lifeCycleChanges(sides: Sides<Deprecation>, context: WalkContext): Findings {
  const { was, is } = sides;
  const { since, sunset, successor } = DEPRECATION_KEYS;
  const rows: [key: string, read: (one: Deprecation) => unknown, rating: Rating | undefined][] = [
    ['deprecated', ({ isDeprecated }) => isDeprecated || undefined, rateFlag(was, is)],
    [since, (one) => one.since, behaviour('patch', 'It is information only.')],
    [sunset, (one) => one.sunset, rateSunset(was, is, context)],
    [successor, (one) => one.successor, rateSuccessor(was?.successor, is?.successor)],
  ];
  for (const [key, read, rating] of rows) {
    if (rating === undefined) continue;
    const value = sides.at(read, key);
    yield* value.valueChange(key, rating, '', 'same');
    const isInForce = key === sunset && value.isSame && sunsetOf(was) !== sunsetOf(is);
    if (isInForce)
      yield value.find(`\`${key}\` is ${JSON.stringify(value.is)} now.`, rating, 'same');
  }
}

function rateFlag(was?: Deprecation, is?: Deprecation): Rating | undefined {
  if (was?.isDeprecated === is?.isDeprecated) return undefined;
  return is?.isDeprecated
    ? behaviour('minor', 'It is marked as deprecated; existing clients keep working.')
    : behaviour('minor', 'It is no longer deprecated.');
}

function rateSunset(
  before: Deprecation | undefined,
  after: Deprecation | undefined,
  { today, contracts }: WalkContext,
): Rating {
  const [was, is] = [sunsetOf(before), sunsetOf(after)];
  if (is === undefined)
    return after?.isDeprecated
      ? promised(behaviour('major', 'Clients no longer know how long it works.'))
      : behaviour('minor', 'It is no longer deprecated.');
  if (was === undefined) {
    const periods = [contracts.base, contracts.head].map(noticeDaysOf);
    const noticeDays = Math.max(...periods); // neither contract's clients get less
    const earliest = addDays(today, noticeDays);
    if (is >= earliest) return behaviour('minor', 'It works at least until then.');
    const why = `\`${POLICY}\` promises a notice of ${noticeDays} days: the earliest sunset that can be announced today is ${earliest}.`;
    return promised(behaviour('major', why));
  }
  if (is >= was) return behaviour('minor', 'Clients have more time to migrate than announced.');
  return was <= today
    ? behaviour('minor', `Its announced sunset, ${was}, has passed.`)
    : promised(behaviour('major', 'Clients have less time to migrate than announced.'));
}

function rateSuccessor(was: unknown, is: unknown): Rating {
  const now = is === undefined ? 'no longer named' : 'now named';
  const effect = was === undefined || is === undefined ? now : 'another operation';
  return behaviour('minor', `The replacement is ${effect}; existing calls keep working.`);
}

/** Changes of the policy. */
export function noticeChanges({ base, head }: Contracts, root: Sides<Contract>): Findings {
  const isLess = noticeDaysOf(head) < noticeDaysOf(base);
  const rating = isLess
    ? promised(wireOnly('major', 'Clients get less notice of a removal than promised.'))
    : wireOnly('minor', 'Clients get more notice of a removal.');
  const days = root.at(({ limits }) => limits.minimumNoticeDays, ...NOTICE_DAYS);
  return days.valueChange(NOTICE_DAYS.join('.'), rating);
}

function noticeDaysOf({ limits }: Contract): number {
  return limits.minimumNoticeDays ?? 0;
}

/** The sunset in force: dates of what is not deprecated are none. */
function sunsetOf(deprecation: Deprecation | undefined): string | undefined {
  const sunset = deprecation?.isDeprecated ? deprecation.sunset : undefined;
  return isCalendarDate(sunset) ? sunset : undefined;
}

// Life cycle: ratings of deprecations, sunsets and removals, by the dates that the contract has announced.
//
//   announcement of a sunset     minor, if it leaves the notice that `x-deprecation-policy` promises; otherwise breaking
//   a sunset moved               nearer: breaking; later: minor
//   removal of what was announced   breaking before the sunset, minor on or after it
import { addDays, isCalendarDate } from '@animal-store/spec';
import { type Contract, DEPRECATION_KEYS, type Deprecation } from '@animal-store/spec/model';
import type { Contracts, Rating } from './change.js';
import { describeValueChange } from './describe-change.js';
import { behaviour, both, promised, wireOnly } from './ratings.js';
import { type Findings, Sides, type WalkContext } from './walk/sides.js';

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
export function* lifeCycleChanges(
  sides: Sides<unknown>,
  [was, is]: readonly (Deprecation | undefined)[],
  context: WalkContext,
): Findings {
  const { since, sunset, successor } = DEPRECATION_KEYS;
  const isSunsetInForce = sunsetOf(was) !== sunsetOf(is);
  const rows: [key: string, before: unknown, after: unknown, rating: Rating | undefined][] = [
    [
      'deprecated',
      was?.isDeprecated || undefined,
      is?.isDeprecated || undefined,
      rateFlag(was, is),
    ],
    [since, was?.since, is?.since, behaviour('patch', 'It is information only.')],
    [sunset, was?.sunset, is?.sunset, rateSunset(was, is, context)],
    [successor, was?.successor, is?.successor, rateSuccessor(was?.successor, is?.successor)],
  ];
  for (const [key, before, after, rating] of rows) {
    if (rating === undefined || (before === after && !(key === sunset && isSunsetInForce)))
      continue;
    const place = new Sides(
      sides.base?.at(() => before, key),
      sides.head?.at(() => after, key),
      sides.path,
    );
    const text =
      before === after
        ? `\`${key}\` is ${JSON.stringify(after)} now.`
        : describeValueChange(key, before, after);
    yield place.find(text, rating, 'same');
  }
}

type Maybe = Deprecation | undefined;

function rateFlag(was: Maybe, is: Maybe): Rating | undefined {
  if (was?.isDeprecated === is?.isDeprecated) return undefined;
  return is?.isDeprecated
    ? behaviour('minor', 'It is marked as deprecated; existing clients keep working.')
    : behaviour('minor', 'It is no longer deprecated.');
}

function rateSunset(before: Maybe, after: Maybe, { today, contracts }: WalkContext): Rating {
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

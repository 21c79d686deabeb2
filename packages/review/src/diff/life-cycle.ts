// Life cycle: ratings of deprecations, sunsets and removals, by the dates that the contract has announced.
//
//   announcement of a sunset     minor, if it leaves the notice that `x-deprecation-policy` promises; otherwise breaking
//   a sunset moved               nearer: breaking; later: minor
//   removal of what was announced   breaking before the sunset, minor on or after it
import {
  addDays,
  followReference,
  getIn,
  isCalendarDate,
  isMethod,
  isObject,
  type JsonObject,
  parsePointer,
  resolvePointer,
} from '@animal-store/spec';
import type { Rating } from './change.js';
import { describeValueChange } from './describe-change.js';
import { behaviour, both, promised, wireOnly } from './ratings.js';
import type { Findings, Pair, WalkContext } from './walk/sides.js';

const POLICY = 'x-deprecation-policy';
const NOTICE_DAYS = [POLICY, 'minimumNoticeDays'];
const SINCE = 'x-deprecated-since';
const SUNSET = 'x-deprecated-sunset';
const SUCCESSOR = 'x-deprecated-successor';

/**
 * The rating of a removal by the dates in the base; undefined if these say nothing about it.
 * @param pointer To an operation, a path, a parameter or a property of the base.
 */
export function rateRemoval(
  { documents: { base }, today }: WalkContext,
  pointer: string,
): Rating | undefined {
  const node = resolvePointer(base, pointer);
  if (!isObject(node)) return undefined;
  // Beside the reference of a property are its own dates.
  const part = node.deprecated === true ? node : followReference(base, node);
  if (!isObject(part)) return undefined;
  const [root, , ...rest] = parsePointer(pointer);
  const methods = Object.keys(part).filter(isMethod);
  const removed =
    root === 'paths' && rest.length === 0
      ? methods.map((key) => part[key]).filter(isObject)
      : [part];
  const sunsets = removed.map(sunsetOf).filter((sunset) => sunset !== undefined);
  const last = sunsets.toSorted().at(-1);
  if (last === undefined || sunsets.length < removed.length) return undefined;
  return today >= last
    ? both('minor', `Its announced sunset, ${last}, has passed.`)
    : promised(both('major', `It was to work at least until its announced sunset, ${last}.`));
}

/** Changes of the deprecation of an operation, a parameter or a property, its dates and its successor. */
export function* lifeCycleChanges(pair: Pair, context: WalkContext): Findings {
  const { was: before, is: after } = pair;
  if (!isObject(before) || !isObject(after)) return;
  const ratings = {
    deprecated: rateFlag(before, after),
    [SINCE]: behaviour('patch', 'It is information only.'),
    [SUNSET]: rateSunset(before, after, context),
    [SUCCESSOR]: rateSuccessor(before[SUCCESSOR], after[SUCCESSOR]),
  };
  for (const [key, rating] of Object.entries(ratings)) {
    const sides = pair.at(key);
    const { was, is } = sides;
    const isSunsetInForce = key === SUNSET && sunsetOf(before) !== sunsetOf(after);
    if (rating === undefined || (was === is && !isSunsetInForce)) continue;
    const text =
      was === is ? `\`${key}\` is ${JSON.stringify(is)} now.` : describeValueChange(key, was, is);
    yield sides.find(text, rating, 'same');
  }
}

function rateFlag(before: JsonObject, after: JsonObject): Rating | undefined {
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  if (was === is) return undefined; // `false` says the same as nothing
  return is
    ? behaviour('minor', 'It is marked as deprecated; existing clients keep working.')
    : behaviour('minor', 'It is no longer deprecated.');
}

function rateSunset(
  before: JsonObject,
  after: JsonObject,
  { today, documents }: WalkContext,
): Rating {
  const [was, is] = [sunsetOf(before), sunsetOf(after)];
  if (is === undefined)
    return after.deprecated === true
      ? promised(behaviour('major', 'Clients no longer know how long it works.'))
      : behaviour('minor', 'It is no longer deprecated.');
  if (was === undefined) {
    const periods = [documents.base, documents.head].map(noticeDaysOf);
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

/** Changes of the policy. @param root both contracts. */
export function noticeChanges(root: Pair): Findings {
  const isLess = noticeDaysOf(root.is) < noticeDaysOf(root.was);
  const rating = isLess
    ? promised(wireOnly('major', 'Clients get less notice of a removal than promised.'))
    : wireOnly('minor', 'Clients get more notice of a removal.');
  return root.at(...NOTICE_DAYS).valueChange(NOTICE_DAYS.join('.'), rating);
}

function noticeDaysOf(contract: unknown): number {
  return Number(getIn(contract, ...NOTICE_DAYS) ?? 0);
}

/** The sunset in force: dates of what is not deprecated are none. */
function sunsetOf(node: JsonObject): string | undefined {
  const sunset = node.deprecated === true ? node[SUNSET] : undefined;
  return isCalendarDate(sunset) ? sunset : undefined;
}

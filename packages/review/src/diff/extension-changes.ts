// Changes of vendor extensions, of which OpenAPI says nothing: quotas, bans, limits, stability.
import { behaviour, promised } from './ratings.js';
import type { Findings, Pair } from './walk/sides.js';

/** Limits of the whole service, whether a higher number is better for clients, and what a worse one means. */
const SERVICE_LIMITS: [path: string, isHigherBetter: boolean, why: string][] = [
  ['x-rate-limit-ban.refusalsPerMinute', true, 'Keys are banned after fewer refusals.'],
  ['x-rate-limit-ban.seconds', false, 'Keys are banned for longer.'],
  ['x-rate-limit-ban.maxSeconds', false, 'Keys are banned for longer.'],
  ['x-max-body-bytes', true, 'Bodies that were accepted get 413.'],
  ['x-idempotency.retentionSeconds', true, 'A request that is repeated late is executed twice.'],
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'];
const LESS = 'A client within its current quota gets 429.';

/** @param root both contracts. */
export function* serviceLimitChanges(root: Pair): Findings {
  for (const name of root.at(PLANS).keys) yield* planChanges(root, name);
  for (const limit of SERVICE_LIMITS) yield* limitChange(root, ...limit);
}

function limitChange(root: Pair, path: string, isHigherBetter: boolean, why: string): Findings {
  const sides = root.at(...path.split('.'));
  const isBetter = isMore(sides.is, sides.was) === isHigherBetter;
  const rating = isBetter
    ? behaviour('minor', 'Limits are relaxed.')
    : promised(behaviour('major', why));
  return sides.valueChange(path, rating);
}

function* planChanges(root: Pair, name: string): Findings {
  const plan = root.at(PLANS, name);
  const path = `${PLANS}.${name}`;
  if (plan.is === undefined)
    yield* plan.valueChange(path, promised(behaviour('major', 'Keys on that plan have no quota.')));
  else if (plan.was === undefined)
    yield* plan.valueChange(path, behaviour('minor', 'No existing key is on that plan.'));
  else if (plan.was === 'custom' || plan.is === 'custom') {
    const why = 'The quota of keys on that plan is no longer the published one.';
    yield* plan.valueChange(path, promised(behaviour('major', why)));
  } else for (const window of WINDOWS) yield* limitChange(root, `${path}.${window}`, true, LESS);
}

const STABILITY = 'x-stability';
/** In ascending order of guarantees. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

export function stabilityChanges(operation: Pair): Findings {
  const stability = operation.at(STABILITY);
  const isLess = rankOf(stability.is) < rankOf(stability.was);
  const rating = isLess
    ? promised(behaviour('major', 'Its clients lose stability guarantees.'))
    : behaviour('minor', 'Its clients gain stability guarantees.');
  return stability.valueChange(STABILITY, rating);
}

function rankOf(marker: unknown): number {
  return STABILITIES.indexOf(String(marker ?? 'stable'));
}

/** A missing number counts as lower than any number. */
function isMore(one: unknown, other: unknown): boolean {
  return Number(one ?? Number.NEGATIVE_INFINITY) > Number(other ?? Number.NEGATIVE_INFINITY);
}

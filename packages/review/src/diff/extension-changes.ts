// Changes of vendor extensions, of which OpenAPI says nothing: quotas, bans, limits, stability.
import { getIn, type JsonObject } from '@animal-store/spec';
import type { Contract, Operation } from '@animal-store/spec/model';
import { behaviour, promised } from './ratings.js';
import { entriesOfBoth, type Findings, type Sides } from './walk/sides.js';

/** Limits of the whole service, whether a higher number is better for clients, and what a worse one means. */
const SERVICE_LIMITS: [path: string, isHigherBetter: boolean, why: string][] = [
  ['x-rate-limit-ban.refusalsPerMinute', true, 'Keys are banned after fewer refusals.'],
  ['x-rate-limit-ban.seconds', false, 'Keys are banned for longer.'],
  ['x-rate-limit-ban.maxSeconds', false, 'Keys are banned for longer.'],
  ['x-max-body-bytes', true, 'Bodies that were accepted get 413.'],
  ['x-idempotency.retentionSeconds', true, 'A request that is repeated late is executed twice.'],
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'] as const;
const LESS = 'A client within its current quota gets 429.';

/** @param root both contracts. */
export function* serviceLimitChanges(root: Sides<Contract>): Findings {
  const plans = root.at(plansOf, PLANS);
  for (const [name, plan] of entriesOfBoth(plans)) yield* planChanges(plan.called(), name);
  for (const [path, isHigherBetter, why] of SERVICE_LIMITS) {
    const keys = path.split('.');
    const limit = root.at((contract) => getIn(limitsOf(contract), ...keys), ...keys);
    yield* limitChange(limit, path, isHigherBetter, why);
  }
}

function plansOf({ plans, otherLimits }: Contract): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([...Object.entries(Object(otherLimits[PLANS])), ...plans]);
}

/** By their keys in the contract, also those that the current rules refuse. */
function limitsOf({ ban, limits, otherLimits }: Contract): JsonObject {
  const others = (key: string): JsonObject => Object(otherLimits[key]);
  const { maxBodyBytes, idempotencyRetentionSeconds: retentionSeconds } = limits;
  return {
    'x-rate-limit-ban': { ...others('x-rate-limit-ban'), ...ban },
    'x-max-body-bytes': maxBodyBytes ?? otherLimits['x-max-body-bytes'],
    'x-idempotency': {
      ...others('x-idempotency'),
      ...(retentionSeconds !== undefined && { retentionSeconds }),
    },
  };
}

function limitChange(
  sides: Sides<unknown>,
  path: string,
  isHigherBetter: boolean,
  why: string,
): Findings {
  const isBetter = isMore(sides.is, sides.was) === isHigherBetter;
  const rating = isBetter
    ? behaviour('minor', 'Limits are relaxed.')
    : promised(behaviour('major', why));
  return sides.valueChange(path, rating);
}

function* planChanges(plan: Sides<unknown>, name: string): Findings {
  const path = `${PLANS}.${name}`;
  if (plan.is === undefined)
    yield* plan.valueChange(path, promised(behaviour('major', 'Keys on that plan have no quota.')));
  else if (plan.was === undefined)
    yield* plan.valueChange(path, behaviour('minor', 'No existing key is on that plan.'));
  else if (plan.was === 'custom' || plan.is === 'custom') {
    const why = 'The quota of keys on that plan is no longer the published one.';
    yield* plan.valueChange(path, promised(behaviour('major', why)));
  } else
    for (const window of WINDOWS) {
      const quota = plan.at((one) => getIn(one, window), window);
      yield* limitChange(quota, `${path}.${window}`, true, LESS);
    }
}

const STABILITY = 'x-stability';
/** In ascending order of guarantees. */
const STABILITIES = ['experimental', 'alpha', 'beta', 'stable'];

export function stabilityChanges(operation: Sides<Operation>): Findings {
  const stability = operation.at((one) => one.stability, STABILITY);
  const isLess = rankOf(stability.is) < rankOf(stability.was);
  const rating = isLess
    ? promised(behaviour('major', 'Its clients lose stability guarantees.'))
    : behaviour('minor', 'Its clients gain stability guarantees.');
  return stability.valueChange(STABILITY, rating);
}

function rankOf(marker = 'stable'): number {
  return STABILITIES.indexOf(marker);
}

/** A missing number counts as lower than any number. */
function isMore(one: unknown, other: unknown): boolean {
  return Number(one ?? Number.NEGATIVE_INFINITY) > Number(other ?? Number.NEGATIVE_INFINITY);
}

// Changes of vendor extensions, of which OpenAPI says nothing: quotas, bans, limits, stability.
import { getIn } from '@animal-store/spec';
import type { Contract, Operation } from '@animal-store/spec/model';
import { behaviour, promised } from './ratings.js';
import { entriesOfBoth, type Findings, type Sides } from './walk/sides.js';

type ReadLimit = (contract: Contract) => number | undefined;

/** Limits of the whole service, whether a higher number is better for clients, and what a worse one means. */
const SERVICE_LIMITS: [path: string, read: ReadLimit, isHigherBetter: boolean, why: string][] = [
  [
    'x-rate-limit-ban.refusalsPerMinute',
    ({ ban }) => ban?.refusalsPerMinute,
    true,
    'Keys are banned after fewer refusals.',
  ],
  ['x-rate-limit-ban.seconds', ({ ban }) => ban?.seconds, false, 'Keys are banned for longer.'],
  [
    'x-rate-limit-ban.maxSeconds',
    ({ ban }) => ban?.maxSeconds,
    false,
    'Keys are banned for longer.',
  ],
  [
    'x-max-body-bytes',
    ({ limits }) => limits.maxBodyBytes,
    true,
    'Bodies that were accepted get 413.',
  ],
  [
    'x-idempotency.retentionSeconds',
    ({ limits }) => limits.idempotencyRetentionSeconds,
    true,
    'A request that is repeated late is executed twice.',
  ],
];

const PLANS = 'x-rate-limit-plans';
const WINDOWS = ['perMinute', 'perDay'] as const;
const LESS = 'A client within its current quota gets 429.';

/** @param root both contracts. */
export function* serviceLimitChanges(root: Sides<Contract>): Findings {
  const plans = root.at(plansOf, PLANS);
  for (const [name, plan] of entriesOfBoth(plans)) yield* planChanges(plan.called(), name);
  for (const [path, read, isHigherBetter, why] of SERVICE_LIMITS)
    yield* limitChange(root.at(orOther(read, path), ...path.split('.')), path, isHigherBetter, why);
}

function plansOf({ plans, otherLimits }: Contract): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([...Object.entries(Object(otherLimits[PLANS])), ...plans]);
}

/** Or what stands there in a contract that the current rules refuse. */
function orOther(read: ReadLimit, path: string): (contract: Contract) => unknown {
  return (contract) => read(contract) ?? getIn(contract.otherLimits, ...path.split('.'));
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

// Quota of the mock: the server's decision on each request, with counts in memory.
import type { Quota } from '@animal-store/core';
import { type Counts, type Decision, decide, NO_COUNTS } from '@animal-store/core/rate-limit';
import { contract } from '../../generated/mock.js';
import { refuse } from '../client/refuse.js';

/** No test uses it up. */
const UNLIMITED: Quota = { perMinute: 1_000_000, perDay: 10_000_000 };
/** Requests without a valid key share one quota, since they all have the address of the test. */
const ANONYMOUS = '';

export class QuotaCounter {
  readonly #quota: Quota;
  readonly #counts = new Map<string, Counts>();

  /** @param quota The quota of each key. */
  constructor(quota: Quota = UNLIMITED) {
    for (const [name, value] of Object.entries({ ...quota }))
      if (!Number.isSafeInteger(value) || value < 0)
        refuse(`quota.${name}`, 'an integer from 0', value);
    this.#quota = quota;
  }

  /** Decides and counts one request. @param key Undefined if the request has no valid one. */
  count(key: string | undefined, nowMs: number): Decision {
    const subject = key ?? ANONYMOUS;
    const before = this.#counts.get(subject) ?? NO_COUNTS;
    const { plans, ban } = contract;
    const decision =
      key === undefined
        ? decide(before, nowMs, plans.free)
        : decide(before, nowMs, this.#quota, { ban });
    this.#counts.set(subject, decision.counts);
    return decision;
  }
}

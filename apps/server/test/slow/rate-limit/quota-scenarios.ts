// Random plans and request times for tests of quotas, including clocks that step back.
import type { BanPolicy, Quota } from '@animal-store/core';
import type { Random } from '../../support/random.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Set QUOTA_SEED to repeat a failing run. */
export const SEED = Number(process.env.QUOTA_SEED ?? (Date.now() % 2147483646) + 1);

export interface Plan {
  startMs: number;
  quota: Quota;
  ban: BanPolicy | undefined;
}

export function randomPlan({ between, pick }: Random): Plan {
  return {
    startMs: Date.UTC(2020, 0, 1) + between(0, 5000) * DAY_MS + between(0, DAY_MS - 1),
    quota: {
      perMinute: pick([1, 2, 3, 10, 60, between(1, 200)]),
      perDay: pick([1, 3, 60, 200, 1000, between(1, 400)]),
    },
    ban: pick([
      undefined,
      { refusalsPerMinute: 10, seconds: 300, maxSeconds: 3600 },
      { refusalsPerMinute: between(2, 5), seconds: between(1, 400), maxSeconds: 4_000 },
    ]),
  };
}

/**
 * The lift of bans with which requests reach the limiter: now and then a new one, and sometimes still one before the
 * latest, as from a node whose cached key is older.
 */
export class RandomLifts {
  #latest = 0;

  /** @param lift Called before the first request that knows of a new lift. */
  next({ between, pick }: Random, lift: () => void): number | undefined {
    if (between(1, 60) > 1) return pick([this.#latest, this.#latest, this.#latest - 1, undefined]);
    this.#latest += 1;
    lift();
    return this.#latest;
  }
}

/** Time of the next request. `waitSeconds` is the Retry-After of the last response. */
export function nextMs({ between, pick }: Random, nowMs: number, waitSeconds: number): number {
  const edge = pick([-1, 0, 1]);
  const nextOf = (unitMs: number) => Math.ceil(nowMs / unitMs) * unitMs + edge;
  const kind = between(1, 1000);
  if (kind <= 600) return nowMs + between(0, 20); // burst
  if (kind <= 750) return nowMs + between(0, 5 * SECOND_MS);
  if (kind <= 820) return nowMs + between(0, 3 * MINUTE_MS);
  if (kind <= 880) return nextOf(MINUTE_MS);
  if (kind <= 930) return nowMs + waitSeconds * SECOND_MS + edge;
  if (kind <= 950) return nowMs + between(0, 5 * HOUR_MS);
  if (kind <= 965) return nextOf(DAY_MS);
  if (kind <= 970) return nowMs + between(0, 40 * DAY_MS);
  if (kind <= 982) return nowMs - between(1, 5 * SECOND_MS);
  if (kind <= 990) return nextOf(MINUTE_MS) - MINUTE_MS;
  if (kind <= 994) return nowMs - between(1, 2 * HOUR_MS);
  if (kind <= 997) return nextOf(DAY_MS) - pick([1, 2]) * DAY_MS;
  return nowMs - between(DAY_MS, 40 * DAY_MS);
}

import type { Quota } from '@animal-store/contract';
import type { Decision } from '@animal-store/contract/rate-limit';
import { StorageUnavailableError } from '../../../src/model.js';
import { LocalLimiter } from '../../../src/rate-limit/local-limiter.js';
import { fakeSweepTimer, restoreSweepTimer } from '../../support/fake-sweep-timer.js';
import { flushMicrotasks, ManualCounterStore } from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-server.js';

/** A twentieth of this quota is a lease of five. */
const QUOTA: Quota = { perMinute: 100, perDay: 1000 };
const BAN = { refusalsPerMinute: 2, seconds: 300, maxSeconds: 3600 };
const SUBJECT = 'key:one';

let counters: ManualCounterStore;
let limiter: LocalLimiter;
let nowMs: number;
beforeEach(() => {
  fakeSweepTimer();
  nowMs = START_MS;
  counters = new ManualCounterStore();
  limiter = new LocalLimiter(counters, () => nowMs);
});
afterEach(restoreSweepTimer);

interface Result {
  decision?: Decision;
  error?: unknown;
}

/** Sends a request. The result is empty until the request is decided. */
async function request(quota = QUOTA, bansLiftedMs?: number): Promise<Result> {
  const result: Result = {};
  limiter.admit(SUBJECT, quota, { ban: BAN, bansLiftedMs }).then(
    (decision) => {
      result.decision = decision;
    },
    (error: unknown) => {
      result.error = error;
    },
  );
  await flushMicrotasks();
  return result;
}

const stored = () => counters.rows.get(SUBJECT);
const remaining = async () => (await limiter.peek(SUBJECT, QUOTA)).minute.remaining;

describe('a lease', () => {
  test('is written before the request that needs it is admitted', async () => {
    const result = await request();
    expect(result).toEqual({});
    await counters.settle('written');
    expect(result.decision?.outcome).toBe('admitted');
    expect(stored()).toMatchObject({ minuteCount: 5, dayCount: 5 });
  });

  test('admits its remaining requests without a write, and no more', async () => {
    await request();
    await counters.settle('written');
    for (let index = 2; index <= 5; index += 1)
      expect((await request()).decision?.minute.remaining).toBe(100 - index);
    expect(counters.pendingWrites).toBe(0);
    const sixth = await request();
    expect(sixth).toEqual({});
    await counters.settle('written');
    expect(sixth.decision?.minute.remaining).toBe(94);
    expect(stored()).toMatchObject({ minuteCount: 10 });
  });

  test.each([
    ['a twentieth of the minute', { perMinute: 100, perDay: 10_000 }, 5],
    ['a twentieth of the day, if that is less', { perMinute: 1_000_000, perDay: 60 }, 3],
    ['one request at least', { perMinute: 3, perDay: 10 }, 1],
    ['a thousand requests at most', { perMinute: 1_000_000, perDay: 1_000_000_000 }, 1000],
  ])('is %s', async (_, quota, size) => {
    await request(quota);
    await counters.settle('written');
    expect(stored()).toMatchObject({ minuteCount: size, dayCount: size });
  });

  test('does not exceed the quota', async () => {
    const quota = { perMinute: 21, perDay: 21 };
    for (let index = 1; index <= 21; index += 1) {
      await request(quota);
      await counters.settle('written');
    }
    expect(stored()).toMatchObject({ minuteCount: 21, dayCount: 21 });
  });

  test('ends with its minute', async () => {
    await request();
    await counters.settle('written');
    nowMs += 60_000;
    expect(await request()).toEqual({});
    expect(counters.pendingWrites).toBe(1);
  });
});

describe('when writes are pending', () => {
  test('then every request that needs one waits for it', async () => {
    const first = await Promise.all(Array.from({ length: 5 }, () => request()));
    const second = await Promise.all(Array.from({ length: 5 }, () => request()));
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('written');
    expect(first.every(({ decision }) => decision?.outcome === 'admitted')).toBe(true);
    expect(second.every((result) => Object.keys(result).length === 0)).toBe(true);
    await counters.settle('written');
    expect(second.every(({ decision }) => decision?.outcome === 'admitted')).toBe(true);
  });

  test('then a ban is written before the response that begins it', async () => {
    const quota = { perMinute: 1, perDay: 1 };
    await request(quota);
    await counters.settle('written');
    expect((await request(quota)).decision?.outcome).toBe('rate_limited');
    const banned = await request(quota);
    expect(banned).toEqual({});
    await counters.settle('written');
    expect(banned.decision?.outcome).toBe('key_banned');
    expect(stored()).toMatchObject({ bannedUntilMs: START_MS + 300_000, bans: 1 });
  });
});

describe('when the bans of a key are lifted', () => {
  const SMALL: Quota = { perMinute: 1, perDay: 2 };
  const outcomeOf = async (bansLiftedMs?: number) => {
    const { decision } = await settled(request(SMALL, bansLiftedMs));
    return decision?.outcome;
  };
  /** The outcome of a request whose writes succeed. */
  const settled = async (requested: Promise<Result>) => {
    const result = await requested;
    while (counters.pendingWrites > 0) await counters.settle('written');
    return result;
  };
  const crash = () => {
    counters = counters.crash(0);
    limiter = new LocalLimiter(counters, () => nowMs);
  };
  beforeEach(async () => {
    const outcomes = [await outcomeOf(), await outcomeOf(), await outcomeOf(), await outcomeOf()];
    expect(outcomes).toEqual(['admitted', 'rate_limited', 'key_banned', 'key_banned']);
  });

  test('then the next request is not banned, and the used quota stays used', async () => {
    expect(await outcomeOf(1)).toBe('rate_limited');
    nowMs += 60_000;
    expect(await outcomeOf(1)).toBe('admitted');
    nowMs += 60_000;
    expect(await outcomeOf(1)).toBe('rate_limited'); // the quota of the day is used up
  });

  test('then the lift is stored before the first response after it, and survives a crash', async () => {
    const first = await request(SMALL, 1);
    expect(first).toEqual({});
    await counters.settle('written');
    expect(first.decision?.outcome).toBe('rate_limited');
    expect(stored()).toMatchObject({ bannedUntilMs: 0, bans: 0, bansLiftedMs: 1 });
    crash();
    expect(await outcomeOf(1)).toBe('key_banned'); // the second refusal of the minute begins another ban
    crash();
    expect(await outcomeOf(1)).toBe('key_banned');
  });

  test('then a later ban begins after as many refusals as the first, and is as long', async () => {
    expect([await outcomeOf(1), await outcomeOf(1)]).toEqual(['rate_limited', 'key_banned']);
    expect(stored()).toMatchObject({ bannedUntilMs: nowMs + BAN.seconds * 1000, bans: 1 });
    expect(await outcomeOf(2)).toBe('rate_limited');
  });

  test('then a request that was looked up before the lift does not bring the ban back', async () => {
    await outcomeOf(1);
    expect([await outcomeOf(), await outcomeOf(1)]).toEqual(['key_banned', 'key_banned']);
    expect(stored()).toMatchObject({ bans: 1, bansLiftedMs: 1 });
  });

  test('then it does not matter how the clocks of the lift and of the ban differ', async () => {
    for (const liftedMs of [nowMs - 86_400_000, nowMs, nowMs + 86_400_000]) {
      expect([await outcomeOf(liftedMs), await outcomeOf(liftedMs)]).toEqual([
        'rate_limited',
        'key_banned',
      ]);
    }
  });
});

describe('when a write fails', () => {
  test.each(['failed', 'unsure'] as const)(
    'then no request that waited for it is admitted (%s)',
    async (outcome) => {
      const results = await Promise.all([request(), request(), request()]);
      await counters.settle(outcome);
      for (const { error, decision } of results) {
        expect(error).toBeInstanceOf(StorageUnavailableError);
        expect(decision).toBeUndefined();
      }
    },
  );

  test('then the rejected requests are not counted', async () => {
    await Promise.all(Array.from({ length: 120 }, () => request()));
    while (counters.pendingWrites > 0) await counters.settle('failed');
    expect(await remaining()).toBe(100);
    const result = await request();
    await counters.settle('written');
    expect(result.decision).toMatchObject({ outcome: 'admitted', minute: { remaining: 99 } });
  });

  test('then the next request needs another write', async () => {
    await request();
    await counters.settle('failed');
    const result = await request();
    expect(result).toEqual({});
    await counters.settle('written');
    expect(result.decision?.outcome).toBe('admitted');
  });

  test('and the next one fails too, then neither is counted as written', async () => {
    await Promise.all(Array.from({ length: 6 }, () => request()));
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('failed');
    await counters.settle('failed');
    expect(await request()).toEqual({});
    expect(counters.pendingWrites).toBe(1);
  });

  test('and the next one succeeds, then requests that waited for it are admitted', async () => {
    const first = await Promise.all(Array.from({ length: 5 }, () => request()));
    const second = await request();
    await counters.settle('failed');
    await counters.settle('written');
    expect(first.every(({ error }) => error instanceof StorageUnavailableError)).toBe(true);
    expect(second.decision?.outcome).toBe('admitted');
    expect(stored()?.minuteCount).toBeGreaterThanOrEqual(1);
  });

  test('then a request in the same tick sees a consistent state', async () => {
    const late: Result[] = [];
    const first = limiter.admit(SUBJECT, QUOTA).catch(async () => late.push(await request()));
    await flushMicrotasks();
    await counters.settle('failed');
    await first;
    expect(late).toEqual([{}]); // it waits for a write of its own
    expect(counters.pendingWrites).toBe(1);
  });
});

describe('when the disk is full, then locked once, then works', () => {
  const SMALL: Quota = { perMinute: 10, perDay: 1000 };

  test('then the quota of the minute is not exceeded', async () => {
    const results: Result[] = [];
    const outcomes = ['full', 'full', 'full', 'full', 'failed'] as const;
    for (const outcome of outcomes) {
      results.push(await request(SMALL));
      await counters.settle(outcome);
    }
    for (let index = 0; index < 2 * SMALL.perMinute; index += 1) {
      results.push(await request(SMALL));
      await counters.settle('written');
    }
    const admitted = results.filter(({ decision }) => decision?.outcome === 'admitted');
    expect(results.slice(0, 4).every(({ decision }) => decision?.outcome === 'admitted')).toBe(
      true,
    );
    expect(results[4]?.error).toBeInstanceOf(StorageUnavailableError);
    expect(admitted).toHaveLength(SMALL.perMinute - 1); // the rejected request may count
  });

  test('then a failed write does not discard requests admitted while the disk was full', async () => {
    const quota: Quota = { perMinute: 2, perDay: 2 };
    const first = await request(quota);
    const second = await request(quota);
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('full');
    await counters.settle('failed');
    expect(first.decision?.outcome).toBe('admitted');
    expect(second.error).toBeInstanceOf(StorageUnavailableError);
    const later: Result[] = [];
    for (let index = 0; index < 3; index += 1) {
      later.push(await request(quota));
      await counters.settle('written');
    }
    const admitted = later.filter(({ decision }) => decision?.outcome === 'admitted');
    expect(admitted.length).toBeLessThan(quota.perMinute);
  });
});

describe('a known refusal', () => {
  const SMALL: Quota = { perMinute: 1, perDay: 2 };
  const refused = () => limiter.knownRefusal(SUBJECT, SMALL)?.retryAfterSeconds;

  test('is undefined without requests, or while some remain', async () => {
    expect(refused()).toBeUndefined();
    await limiter.peek(SUBJECT, SMALL);
    expect(refused()).toBeUndefined();
  });

  test('is known until the end of the window and counts nothing', async () => {
    await request(SMALL);
    await counters.settle('written');
    for (let index = 0; index < 3; index += 1) expect(refused()).toBe(60);
    nowMs += 59_000;
    expect(refused()).toBe(1);
    nowMs += 1_000;
    expect(refused()).toBeUndefined();
    await request(SMALL);
    await counters.settle('written');
    expect(refused()).toBe(50_340); // the quota of the day is used up, too
    expect(stored()).toMatchObject({ dayCount: 2, refusals: 0 });
  });

  test('is the decision that a counted request would get', async () => {
    await request(SMALL);
    await counters.settle('written');
    const known = limiter.knownRefusal(SUBJECT, SMALL);
    expect(known).toEqual(await limiter.admit(SUBJECT, SMALL));
  });
});

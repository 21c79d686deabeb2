import type { Quota } from '@animal-store/contract';
import { StorageUnavailableError } from '../../../src/model.js';
import { LocalLimiter } from '../../../src/rate-limit/local-limiter.js';
import type { Decision } from '../../../src/rate-limit/quota.js';
import { fakeSweepTimer, restoreSweepTimer } from '../../support/fake-sweep-timer.js';
import { flushMicrotasks, ManualCounterStore } from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-server.js';

/** A twentieth of it is a lease of five. */
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

interface Asked {
  decision?: Decision;
  error?: unknown;
}

/** A request, and what has become of it: nothing until it is answered. */
async function ask(quota = QUOTA): Promise<Asked> {
  const asked: Asked = {};
  limiter.admit(SUBJECT, quota, BAN).then(
    (decision) => {
      asked.decision = decision;
    },
    (error: unknown) => {
      asked.error = error;
    },
  );
  await flushMicrotasks();
  return asked;
}

const stored = () => counters.rows.get(SUBJECT);
const left = async () => (await limiter.peek(SUBJECT, QUOTA)).minute.remaining;

describe('a lease', () => {
  test('is written before the request that needs it is admitted', async () => {
    const asked = await ask();
    expect(asked).toEqual({});
    await counters.settle('written');
    expect(asked.decision?.outcome).toBe('admitted');
    expect(stored()).toMatchObject({ minuteCount: 5, dayCount: 5 });
  });

  test('admits the rest of it without a write, and not one request more', async () => {
    await ask();
    await counters.settle('written');
    for (let index = 2; index <= 5; index += 1)
      expect((await ask()).decision?.minute.remaining).toBe(100 - index);
    expect(counters.pendingWrites).toBe(0);
    const sixth = await ask();
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
    await ask(quota);
    await counters.settle('written');
    expect(stored()).toMatchObject({ minuteCount: size, dayCount: size });
  });

  test('does not reach beyond the quota', async () => {
    const quota = { perMinute: 21, perDay: 21 };
    for (let index = 1; index <= 21; index += 1) {
      await ask(quota);
      await counters.settle('written');
    }
    expect(stored()).toMatchObject({ minuteCount: 21, dayCount: 21 });
  });

  test('is a new one in a new minute', async () => {
    await ask();
    await counters.settle('written');
    nowMs += 60_000;
    expect(await ask()).toEqual({});
    expect(counters.pendingWrites).toBe(1);
  });
});

describe('when writes are under way, then', () => {
  test('all requests that need one wait for theirs', async () => {
    const first = await Promise.all(Array.from({ length: 5 }, () => ask()));
    const second = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('written');
    expect(first.every(({ decision }) => decision?.outcome === 'admitted')).toBe(true);
    expect(second.every((asked) => Object.keys(asked).length === 0)).toBe(true);
    await counters.settle('written');
    expect(second.every(({ decision }) => decision?.outcome === 'admitted')).toBe(true);
  });

  test('a ban is written before the reply that tells of it', async () => {
    const quota = { perMinute: 1, perDay: 1 };
    await ask(quota);
    await counters.settle('written');
    expect((await ask(quota)).decision?.outcome).toBe('rate_limited');
    const banned = await ask(quota);
    expect(banned).toEqual({});
    await counters.settle('written');
    expect(banned.decision?.outcome).toBe('key_banned');
    expect(stored()).toMatchObject({ bannedUntilMs: START_MS + 300_000, bans: 1 });
  });
});

describe('when a write fails, then', () => {
  test.each(['failed', 'unsure'] as const)(
    'nobody who waited for it is admitted (%s)',
    async (fate) => {
      const asked = await Promise.all([ask(), ask(), ask()]);
      await counters.settle(fate);
      for (const { error, decision } of asked) {
        expect(error).toBeInstanceOf(StorageUnavailableError);
        expect(decision).toBeUndefined();
      }
    },
  );

  test('the requests that it turned away are not counted', async () => {
    await Promise.all(Array.from({ length: 120 }, () => ask()));
    while (counters.pendingWrites > 0) await counters.settle('failed');
    expect(await left()).toBe(100);
    const asked = await ask();
    await counters.settle('written');
    expect(asked.decision).toMatchObject({ outcome: 'admitted', minute: { remaining: 99 } });
  });

  test('the next request writes again before it is admitted', async () => {
    await ask();
    await counters.settle('failed');
    const asked = await ask();
    expect(asked).toEqual({});
    await counters.settle('written');
    expect(asked.decision?.outcome).toBe('admitted');
  });

  test('and the one behind it fails too, nothing of either is believed', async () => {
    await Promise.all(Array.from({ length: 6 }, () => ask()));
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('failed');
    await counters.settle('failed');
    expect(await ask()).toEqual({});
    expect(counters.pendingWrites).toBe(1);
  });

  test('whoever waits for the one behind it is admitted when that succeeds', async () => {
    const first = await Promise.all(Array.from({ length: 5 }, () => ask()));
    const second = await ask();
    await counters.settle('failed');
    await counters.settle('written');
    expect(first.every(({ error }) => error instanceof StorageUnavailableError)).toBe(true);
    expect(second.decision?.outcome).toBe('admitted');
    expect(stored()?.minuteCount).toBeGreaterThanOrEqual(1);
  });

  test('a request in the same turn of the event loop finds nothing half-done', async () => {
    const late: Asked[] = [];
    const first = limiter.admit(SUBJECT, QUOTA).catch(async () => late.push(await ask()));
    await flushMicrotasks();
    await counters.settle('failed');
    await first;
    expect(late).toEqual([{}]); // it waits for a write of its own
    expect(counters.pendingWrites).toBe(1);
  });
});

describe('when the disk is full, then locked once, then works', () => {
  const SMALL: Quota = { perMinute: 10, perDay: 1000 };

  test('the quota of the minute is admitted in all, and not one request more', async () => {
    const asked: Asked[] = [];
    const fates = ['full', 'full', 'full', 'full', 'failed'] as const;
    for (const fate of fates) {
      asked.push(await ask(SMALL));
      await counters.settle(fate);
    }
    for (let index = 0; index < 2 * SMALL.perMinute; index += 1) {
      asked.push(await ask(SMALL));
      await counters.settle('written');
    }
    const admitted = asked.filter(({ decision }) => decision?.outcome === 'admitted');
    expect(asked.slice(0, 4).every(({ decision }) => decision?.outcome === 'admitted')).toBe(true);
    expect(asked[4]?.error).toBeInstanceOf(StorageUnavailableError);
    expect(admitted).toHaveLength(SMALL.perMinute - 1); // the one that was turned away may count
  });

  test('a write behind the one that found no room does not make it forget whom that admitted', async () => {
    const one: Quota = { perMinute: 2, perDay: 2 };
    const first = await ask(one);
    const second = await ask(one);
    expect(counters.pendingWrites).toBe(2);
    await counters.settle('full');
    await counters.settle('failed');
    expect(first.decision?.outcome).toBe('admitted');
    expect(second.error).toBeInstanceOf(StorageUnavailableError);
    const later: Asked[] = [];
    for (let index = 0; index < 3; index += 1) {
      later.push(await ask(one));
      await counters.settle('written');
    }
    const admitted = later.filter(({ decision }) => decision?.outcome === 'admitted');
    expect(admitted.length).toBeLessThan(one.perMinute);
  });
});

describe('a known refusal', () => {
  const SMALL: Quota = { perMinute: 1, perDay: 2 };
  const refused = () => limiter.knownRefusal(SUBJECT, SMALL)?.retryAfterSeconds;

  test('is none as long as nobody has asked, or something is left', async () => {
    expect(refused()).toBeUndefined();
    await limiter.peek(SUBJECT, SMALL);
    expect(refused()).toBeUndefined();
  });

  test('holds until the window ends, to the second, and counts nothing', async () => {
    await ask(SMALL);
    await counters.settle('written');
    for (let index = 0; index < 3; index += 1) expect(refused()).toBe(60);
    nowMs += 59_000;
    expect(refused()).toBe(1);
    nowMs += 1_000;
    expect(refused()).toBeUndefined();
    await ask(SMALL);
    await counters.settle('written');
    expect(refused()).toBe(50_340); // the day is used up, too
    expect(stored()).toMatchObject({ dayCount: 2, refusals: 0 });
  });

  test('is that of the request that would be counted', async () => {
    await ask(SMALL);
    await counters.settle('written');
    const known = limiter.knownRefusal(SUBJECT, SMALL);
    expect(known).toEqual(await limiter.admit(SUBJECT, SMALL));
  });
});

// The limiter of one server, by simulation: no window admits more than its quota, and no ban is lost, whatever fails.
import { DAY_MS, decide, NO_COUNTS } from '@animal-store/core/rate-limit';
import type { Limiter } from '@animal-store/engine/internal/rate-limit/limiter';
import { createLocalLimiter } from '@animal-store/engine/internal/rate-limit/local-limiter';
import fc from 'fast-check';
import {
  fakeSweepTimer,
  restoreSweepTimer,
  sweep as runSweep,
} from '../../support/fake-sweep-timer.js';
import {
  flushMicrotasks,
  ManualCounterStore,
  type WriteOutcome,
} from '../../support/manual-counter-store.js';
import { START_MS } from '../../support/start-time.js';
import { LimiterSimulation, type Step } from './limiter-simulation.js';

beforeEach(fakeSweepTimer);
afterEach(restoreSweepTimer);

const SUBJECTS = ['key:one', 'address:two'];

/** Three times as often the first as the second. */
const weighted = (often: fc.Arbitrary<number>, seldom: fc.Arbitrary<number>) =>
  fc.oneof({ arbitrary: often, weight: 3 }, { arbitrary: seldom, weight: 1 });

const quotas = fc.record({
  perMinute: weighted(fc.integer({ min: 20, max: 120 }), fc.integer({ min: 1, max: 8 })),
  perDay: weighted(fc.integer({ min: 50, max: 400 }), fc.integer({ min: 1, max: 20 })),
});
const bans = fc.constantFrom(undefined, { refusalsPerMinute: 10, seconds: 300, maxSeconds: 3600 });

const requests = fc.record({
  type: fc.constant('request' as const),
  subject: fc.constantFrom(...SUBJECTS),
  times: weighted(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 60 })),
});
const settle = (...outcomes: WriteOutcome[]) =>
  fc.record({
    type: fc.constant('settle' as const),
    outcome: fc.constantFrom(...outcomes),
    times: fc.integer({ min: 1, max: 20 }),
  });
const wait = (...seconds: number[]) =>
  fc.record({ type: fc.constant('wait' as const), seconds: fc.constantFrom(...seconds) });
const sweep = fc.constant<Step>({ type: 'sweep' });
const lift = fc.constant<Step>({ type: 'lift' });
const restart = fc.constant<Step>({ type: 'restart' });
/** Exceeds every quota of a minute, so that lost counts would lead to extra admissions. */
const exhaust: readonly Step[] = SUBJECTS.flatMap((subject) => [
  { type: 'request', subject, times: 150 },
  { type: 'settle', outcome: 'written', times: 150 },
]);
const crash = fc.record({
  type: fc.constant('crash' as const),
  written: fc.integer({ min: 0, max: 10 }),
});

const SECONDS = [0, 0.5, 1, 2, 61, 300, 40_000];

/** Scenarios of these steps, each as often as its weight. */
const scenarioOf = (...steps: [weight: number, step: fc.Arbitrary<Step>][]) =>
  fc.array(fc.oneof(...steps.map(([weight, arbitrary]) => ({ arbitrary, weight }))), {
    minLength: 10,
    maxLength: 80,
  });

test.each([
  [
    'crashes and writes fail',
    scenarioOf(
      [6, requests],
      [6, settle('written', 'written', 'written', 'failed', 'unsure')],
      [2, wait(...SECONDS, -1, -90)],
      [2, sweep],
      [1, lift],
      [1, crash],
      [1, restart],
    ),
    [{ type: 'crash', written: 0 }, ...exhaust],
  ],
  [
    'has a disk that is full or fails',
    scenarioOf(
      [6, requests],
      [6, settle('full', 'full', 'failed', 'unsure', 'written')],
      [1, wait(...SECONDS, -1, -90)],
      [2, sweep],
      [1, lift],
    ),
    exhaust,
  ],
] as [string, fc.Arbitrary<Step[]>, Step[]][])(
  'when the server %s, then no window exceeds its quota, and no ban is lost',
  async (_, scenario, end) => {
    let admissions = 0;
    await fc.assert(
      fc.asyncProperty(quotas, bans, scenario, async (quota, ban, steps) => {
        const simulation = new LimiterSimulation(quota, ban);
        await simulation.run([...steps, ...end]);
        admissions += simulation.admissions;
      }),
      { numRuns: 400 },
    );
    expect(admissions).toBeGreaterThan(2_000); // enough requests were admitted to be a test
  },
);

test('when nothing crashes or fails, then counts are exact after any number of restarts', async () => {
  const scenario = scenarioOf(
    [4, requests],
    [4, settle('written')],
    [2, wait(...SECONDS)],
    [2, sweep],
    [1, lift],
    [2, restart],
  );
  await fc.assert(
    fc.asyncProperty(quotas, bans, scenario, async (quota, ban, steps) => {
      const simulation = new LimiterSimulation(quota, ban);
      await simulation.run([...steps, { type: 'restart' }]);
      for (const subject of SUBJECTS) {
        const { reported, actual } = await simulation.remainingToday(subject);
        expect(reported).toBe(actual);
      }
    }),
    { numRuns: 400 },
  );
});

describe('in storage', () => {
  const HOUR_MS = 3_600_000;
  const SUBJECT = 'key:one';
  let counters: ManualCounterStore;
  let nowMs: number;
  let limiter: Limiter;
  beforeEach(() => {
    nowMs = START_MS;
    counters = new ManualCounterStore();
    limiter = createLocalLimiter(counters, () => nowMs);
  });

  async function settleAll(): Promise<void> {
    await flushMicrotasks();
    while (counters.pendingWrites > 0) await counters.settle('written');
  }
  async function sweepAfter(ms: number): Promise<void> {
    nowMs += ms;
    runSweep();
    await settleAll();
  }

  test.each([
    [{ perMinute: 100, perDay: 10_000 }, 5],
    [{ perMinute: 1_000_000, perDay: 60 }, 3],
    [{ perMinute: 3, perDay: 10 }, 1],
    [{ perMinute: 1_000_000, perDay: 1_000_000_000 }, 1000],
  ])('when a crash hits a key with %j, then it loses at most %d requests', async (quota, size) => {
    void limiter.admit(SUBJECT, quota);
    await settleAll();
    const stored = { minuteCount: size, dayCount: size };
    expect(counters.crash(0).rows.get(SUBJECT)).toMatchObject(stored);
  });

  test.each([1_000, -HOUR_MS])(
    'when a key is idle and the clock moves by %d ms, then its count is exact, and leaves memory',
    async (ms) => {
      const quota = { perMinute: 100, perDay: 1000 };
      void limiter.admit(SUBJECT, quota);
      await settleAll();
      await sweepAfter(ms);
      expect(counters.rows.get(SUBJECT)).toMatchObject({ minuteCount: 1, dayCount: 1 });
      await sweepAfter(120_001);
      const { loads } = counters;
      expect((await limiter.peek(SUBJECT, quota)).day.remaining).toBe(999);
      expect(counters.loads).toBe(loads + 1);
    },
  );

  test('when a refusal is known, then it is that of a counted request, and counts nothing', async () => {
    const quota = { perMinute: 1, perDay: 2 };
    const known = () => limiter.knownRefusal(SUBJECT, quota);
    expect(known()).toBeUndefined();
    void limiter.admit(SUBJECT, quota);
    await settleAll();
    const refusals = [known(), known(), known()];
    const counted = limiter.admit(SUBJECT, quota);
    await settleAll();
    expect(await counted).toMatchObject({ outcome: 'rate_limited', retryAfterSeconds: 60 });
    for (const refusal of refusals) expect(refusal).toEqual(await counted);
    nowMs += 60_000;
    expect(known()).toBeUndefined();
  });

  test('when the last counts cannot be written, then closing fails', async () => {
    void limiter.admit(SUBJECT, { perMinute: 100, perDay: 1000 });
    await settleAll();
    const closing = expect(limiter.close()).rejects.toThrow('the database is locked');
    await counters.settle('failed');
    await closing;
  });

  test('when addresses are older than two days, then they are deleted once an hour', async () => {
    expect(counters.forgotten).toEqual([START_MS - 48 * HOUR_MS]);
    await sweepAfter(HOUR_MS - 1);
    expect(counters.forgotten).toHaveLength(1);
    await sweepAfter(1);
    await sweepAfter(0);
    expect(counters.forgotten).toHaveLength(2);
  });
});

test('when counts are a day ahead, after a step of the clock, then they stay; two days ahead, they are dropped', () => {
  const quota = { perMinute: 10, perDay: 10 };
  const countAfter = (days: number) => {
    const { counts } = decide(NO_COUNTS, START_MS + days * DAY_MS, quota);
    return decide(counts, START_MS, quota).counts.dayCount;
  };
  expect([countAfter(1), countAfter(2)]).toEqual([2, 1]);
});

import fc from 'fast-check';
import { fakeSweepTimer, restoreSweepTimer } from '../../support/fake-sweep-timer.js';
import type { WriteOutcome } from '../../support/manual-counter-store.js';
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
/** Exceeds every quota, so that lost counts would lead to extra admissions. */
const exhaust: readonly Step[] = SUBJECTS.flatMap((subject) => [
  { type: 'request', subject, times: 500 },
  { type: 'settle', outcome: 'written', times: 500 },
]);
const crash = fc.record({
  type: fc.constant('crash' as const),
  written: fc.integer({ min: 0, max: 10 }),
});

/** Runs 400 random scenarios, each followed by `end`. Returns the number of admissions. */
async function runScenarios(
  scenario: fc.Arbitrary<Step[]>,
  ...end: readonly Step[]
): Promise<number> {
  let admissions = 0;
  await fc.assert(
    fc.asyncProperty(quotas, bans, scenario, async (quota, ban, steps) => {
      const simulation = new LimiterSimulation(quota, ban);
      await simulation.run([...steps, ...end]);
      admissions += simulation.admissions;
    }),
    { numRuns: 400 },
  );
  return admissions;
}

test('when the server crashes and writes fail, then no window admits more than its quota, and no ban is lost', async () => {
  const scenario = fc.array(
    fc.oneof(
      { arbitrary: requests, weight: 6 },
      { arbitrary: settle('written', 'written', 'written', 'failed', 'unsure'), weight: 6 },
      { arbitrary: wait(0, 0.5, 1, 2, 61, 300, 40_000, -1, -90), weight: 2 },
      { arbitrary: sweep, weight: 2 },
      { arbitrary: lift, weight: 1 },
      { arbitrary: crash, weight: 1 },
      { arbitrary: restart, weight: 1 },
    ),
    { minLength: 10, maxLength: 80 },
  );
  const admissions = await runScenarios(scenario, { type: 'crash', written: 0 }, ...exhaust);
  expect(admissions).toBeGreaterThan(2_000); // enough requests were admitted to be a test
});

test('when the disk is full or fails but nothing crashes, then no window admits more than its quota', async () => {
  const scenario = fc.array(
    fc.oneof(
      { arbitrary: requests, weight: 6 },
      { arbitrary: settle('full', 'full', 'failed', 'unsure', 'written'), weight: 6 },
      { arbitrary: wait(0, 0.5, 1, 2, 61, 300, 40_000, -1, -90), weight: 1 },
      { arbitrary: sweep, weight: 2 },
      { arbitrary: lift, weight: 1 },
    ),
    { minLength: 10, maxLength: 80 },
  );
  const admissions = await runScenarios(scenario, ...exhaust);
  expect(admissions).toBeGreaterThan(2_000); // enough requests were admitted to be a test
});

test('when nothing crashes or fails, then counts are exact after any number of restarts', async () => {
  const scenario = fc.array(
    fc.oneof(
      { arbitrary: requests, weight: 4 },
      { arbitrary: settle('written'), weight: 4 },
      { arbitrary: wait(0, 0.5, 1, 2, 61, 300, 40_000), weight: 2 },
      { arbitrary: sweep, weight: 2 },
      { arbitrary: lift, weight: 1 },
      { arbitrary: restart, weight: 2 },
    ),
    { minLength: 10, maxLength: 60 },
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

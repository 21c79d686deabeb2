import fc from 'fast-check';
import { fakeSweepTimer, restoreSweepTimer } from '../../support/fake-sweep-timer.js';
import type { WriteOutcome } from '../../support/manual-counter-store.js';
import { LimiterLife, type Step } from './limiter-life.js';

beforeEach(fakeSweepTimer);
afterEach(restoreSweepTimer);

const SUBJECTS = ['key:one', 'address:two'];

/** Mostly one number, sometimes the other. */
const mostly = (often: fc.Arbitrary<number>, seldom: fc.Arbitrary<number>) =>
  fc.oneof({ arbitrary: often, weight: 3 }, { arbitrary: seldom, weight: 1 });

const quotas = fc.record({
  perMinute: mostly(fc.integer({ min: 20, max: 120 }), fc.integer({ min: 1, max: 8 })),
  perDay: mostly(fc.integer({ min: 50, max: 400 }), fc.integer({ min: 1, max: 20 })),
});
const bans = fc.constantFrom(undefined, { refusalsPerMinute: 10, seconds: 300, maxSeconds: 3600 });

const ask = fc.record({
  what: fc.constant('ask' as const),
  subject: fc.constantFrom(...SUBJECTS),
  times: mostly(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 60 })),
});
const settle = (...fates: WriteOutcome[]) =>
  fc.record({
    what: fc.constant('settle' as const),
    fate: fc.constantFrom(...fates),
    times: fc.integer({ min: 1, max: 20 }),
  });
const pass = (...seconds: number[]) =>
  fc.record({ what: fc.constant('pass' as const), seconds: fc.constantFrom(...seconds) });
const sweep = fc.constant<Step>({ what: 'sweep' });
const restart = fc.constant<Step>({ what: 'restart' });
/** Asks for more than any of the quotas, so that whatever was forgotten is admitted twice. */
const useUp: readonly Step[] = SUBJECTS.flatMap((subject) => [
  { what: 'ask', subject, times: 500 },
  { what: 'settle', fate: 'written', times: 500 },
]);
const crash = fc.record({
  what: fc.constant('crash' as const),
  written: fc.integer({ min: 0, max: 10 }),
});

/** Lives four hundred of these stories, each to that end, and tells how often somebody was admitted. */
async function liveThrough(story: fc.Arbitrary<Step[]>, ...end: readonly Step[]): Promise<number> {
  let admissions = 0;
  await fc.assert(
    fc.asyncProperty(quotas, bans, story, async (quota, ban, steps) => {
      const life = new LimiterLife(quota, ban);
      await life.live([...steps, ...end]);
      admissions += life.admissions;
    }),
    { numRuns: 400 },
  );
  return admissions;
}

test('whatever crashes and whichever writes fail, no window admits more than its quota, and no ban is forgotten', async () => {
  const story = fc.array(
    fc.oneof(
      { arbitrary: ask, weight: 6 },
      { arbitrary: settle('written', 'written', 'written', 'failed', 'unsure'), weight: 6 },
      { arbitrary: pass(0, 0.5, 1, 2, 61, 300, 40_000, -1, -90), weight: 2 },
      { arbitrary: sweep, weight: 2 },
      { arbitrary: crash, weight: 1 },
      { arbitrary: restart, weight: 1 },
    ),
    { minLength: 10, maxLength: 80 },
  );
  const admissions = await liveThrough(story, { what: 'crash', written: 0 }, ...useUp);
  expect(admissions).toBeGreaterThan(2_000); // they were not refused for nothing
});

test('while nothing crashes, no window admits more than its quota, though the disk is full and fails in between', async () => {
  const story = fc.array(
    fc.oneof(
      { arbitrary: ask, weight: 6 },
      { arbitrary: settle('full', 'full', 'failed', 'unsure', 'written'), weight: 6 },
      { arbitrary: pass(0, 0.5, 1, 2, 61, 300, 40_000, -1, -90), weight: 1 },
      { arbitrary: sweep, weight: 2 },
    ),
    { minLength: 10, maxLength: 80 },
  );
  const admissions = await liveThrough(story, ...useUp);
  expect(admissions).toBeGreaterThan(2_000); // they were not refused for nothing
});

test('while nothing crashes or fails, counts are exact over any number of restarts', async () => {
  const story = fc.array(
    fc.oneof(
      { arbitrary: ask, weight: 4 },
      { arbitrary: settle('written'), weight: 4 },
      { arbitrary: pass(0, 0.5, 1, 2, 61, 300, 40_000), weight: 2 },
      { arbitrary: sweep, weight: 2 },
      { arbitrary: restart, weight: 2 },
    ),
    { minLength: 10, maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(quotas, bans, story, async (quota, ban, steps) => {
      const life = new LimiterLife(quota, ban);
      await life.live([...steps, { what: 'restart' }]);
      for (const subject of SUBJECTS) {
        const { said, true: left } = await life.leftOfDay(subject);
        expect(said).toBe(left);
      }
    }),
    { numRuns: 400 },
  );
});

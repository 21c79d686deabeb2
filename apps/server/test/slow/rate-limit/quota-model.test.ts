// Decisions on quotas compared with the model, by random histories of requests.
import { type Counts, type Decision, decide, NO_COUNTS, peek } from '@animal-store/core/rate-limit';
import { randomFrom } from '../../support/random.js';
import { agrees, QuotaModel } from './quota-model.js';
import { nextMs, type Plan, RandomLifts, randomPlan, SEED } from './quota-scenarios.js';

const REQUESTS = 1_200_000;
const REQUESTS_PER_HISTORY = 400;

/** What is wrong with Retry-After; undefined if it is right. */
function retryAfterProblem(decision: Decision, nowMs: number, plan: Plan): string | undefined {
  const { counts, outcome, retryAfterSeconds } = decision;
  if (!Number.isInteger(retryAfterSeconds)) return 'Retry-After is not whole';
  if (outcome === 'admitted') return retryAfterSeconds === 0 ? undefined : 'a wait for nothing';
  if (retryAfterSeconds < 1) return 'Retry-After is below 1';
  const after = (seconds: number) =>
    decide(counts, nowMs + seconds * 1000, plan.quota, { ban: plan.ban });
  const earlier = after(retryAfterSeconds - 1);
  const then = after(retryAfterSeconds);
  if (outcome === 'rate_limited') {
    if (earlier.outcome === 'admitted') return 'one second earlier is admitted';
    return then.outcome === 'admitted' ? undefined : 'at that second it is refused';
  }
  if (earlier.outcome !== 'key_banned') return 'the ban ends before that second';
  // that request may begin another ban
  return then.outcome === 'key_banned' && then.counts.bannedUntilMs === counts.bannedUntilMs
    ? 'the ban lasts beyond that second'
    : undefined;
}

/** `peek` before an admitted request must have one more remaining than the decision. */
function peekProblem(before: Counts, decision: Decision, nowMs: number, { quota }: Plan) {
  if (decision.outcome !== 'admitted') return undefined;
  const { minute, day } = peek(before, nowMs, quota);
  return minute.remaining === decision.minute.remaining + 1 &&
    day.remaining === decision.day.remaining + 1
    ? undefined
    : 'peek disagrees';
}

test('when more than a million requests are decided, then the decision always agrees with the model', () => {
  const random = randomFrom(SEED);
  const seen = { admitted: 0, rate_limited: 0, key_banned: 0, lifted: 0, steppedBackDays: 0 };
  let compared = 0;
  while (compared < REQUESTS) {
    const plan = randomPlan(random);
    const model = new QuotaModel(plan.startMs, plan.quota, plan.ban);
    const lifts = new RandomLifts();
    let counts: Counts = Object.freeze({ ...NO_COUNTS });
    let nowMs = plan.startMs;
    for (let index = 0; index < REQUESTS_PER_HISTORY; index += 1) {
      const bansLiftedMs = lifts.next(random, () => {
        if (nowMs < counts.bannedUntilMs) seen.lifted += 1;
        model.liftBans();
      });
      const decision = decide(counts, nowMs, plan.quota, { ban: plan.ban, bansLiftedMs });
      const expected = model.request(nowMs);
      const problem =
        (agrees(decision, expected) ? undefined : 'the model disagrees') ??
        retryAfterProblem(decision, nowMs, plan) ??
        peekProblem(counts, decision, nowMs, plan);
      if (problem !== undefined) {
        const where = { SEED, request: compared, plan, nowMs, counts, decision, expected };
        throw new Error(`${problem}: ${JSON.stringify(where, undefined, 2)}`);
      }
      compared += 1;
      seen[decision.outcome] += 1;
      counts = Object.freeze(decision.counts); // frozen, so that a decision that modifies its input throws
      const before = nowMs;
      nowMs = nextMs(random, nowMs, decision.retryAfterSeconds);
      if (nowMs < before - 86_400_000) seen.steppedBackDays += 1;
    }
  }
  process.stdout.write(`${compared} requests compared, seed ${SEED}: ${JSON.stringify(seen)}\n`);
  // all kinds of outcomes have occurred
  expect(seen.admitted).toBeGreaterThan(100_000);
  expect(seen.rate_limited).toBeGreaterThan(100_000);
  expect(seen.key_banned).toBeGreaterThan(50_000);
  expect(seen.lifted).toBeGreaterThan(2_000);
  expect(seen.steppedBackDays).toBeGreaterThan(1_000);
});

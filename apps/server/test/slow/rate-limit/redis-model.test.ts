// Counts of several nodes in Redis compared with the model, by random histories of requests.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import {
  type LimiterNodes,
  retryUntilDecidedByRedis,
  startLimiterNodes,
} from '../../nodes/limiter-nodes.js';
import { describeIfService, REDIS_URL } from '../../support/describe-if-service.js';
import { randomFrom } from '../../support/random.js';
import { keyOf } from '../../support/redis-keys.js';
import { agrees, QuotaModel } from './quota-model.js';
import { nextMs, RandomLifts, randomPlan, SEED } from './quota-scenarios.js';

const HISTORIES = 100;
const REQUESTS_PER_HISTORY = 400;
const NODES = 5;

describeIfService('Redis')('counts in Redis', () => {
  const redis = new Redis(REDIS_URL);
  const subjects: string[] = [];
  afterAll(async () => {
    await redis.unlink(subjects.map(keyOf));
    await redis.quit();
  });

  test('when forty thousand requests are decided with an irregular clock, then they agree with the model', async () => {
    const seen = { admitted: 0, rate_limited: 0, key_banned: 0 };
    const runHistory = async ({ nodes, clock }: LimiterNodes, history: number): Promise<void> => {
      const random = randomFrom(SEED + history);
      const plan = randomPlan(random);
      const model = new QuotaModel(plan.startMs, plan.quota, plan.ban);
      const limiter = nodes[history % NODES]?.limiter;
      if (!limiter) throw new Error('no such node');
      const { decidedLocally } = limiter.status();
      const lifts = new RandomLifts();
      const subject = `key:${randomUUID()}`;
      subjects.push(subject);
      clock.nowMs = plan.startMs;
      for (let index = 0; index < REQUESTS_PER_HISTORY; index += 1) {
        const bansLiftedMs = lifts.next(random, () => model.liftBans());
        const bans = { ban: plan.ban, bansLiftedMs };
        const decision = await limiter.admit(subject, plan.quota, bans);
        if (limiter.status().decidedLocally > decidedLocally) return; // the history will be repeated
        const expected = model.request(clock.nowMs);
        if (!agrees(decision, expected)) {
          const where = { SEED, history, index, plan, nowMs: clock.nowMs };
          throw new Error(JSON.stringify({ ...where, decision, expected }, undefined, 2));
        }
        seen[decision.outcome] += 1;
        clock.nowMs = nextMs(random, clock.nowMs, decision.retryAfterSeconds);
      }
    };
    const group = await startLimiterNodes(REDIS_URL, NODES);
    for (let history = 0; history < HISTORIES; history += 1) {
      await retryUntilDecidedByRedis(group, () => runHistory(group, history));
    }
    await group.close();
    process.stdout.write(`redis: seed ${SEED}: ${JSON.stringify(seen)}\n`);
    expect(seen.admitted).toBeGreaterThan(3_000);
    expect(seen.rate_limited).toBeGreaterThan(3_000);
    expect(seen.key_banned).toBeGreaterThan(1_500);
  });
});

import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { keyOf } from '../../../src/rate-limit/redis/count-script.js';
import { type Crew, openCrew, throughRedis } from '../../nodes/crew.js';
import { describeIfService, REDIS_URL } from '../../support/describe-if-service.js';
import { nextMs, randomFrom, randomPlan, SEED } from './quota-histories.js';
import { agrees, QuotaModel } from './quota-model.js';

const HISTORIES = 100;
const REQUESTS_PER_HISTORY = 400;
const NODES = 5;

describeIfService('Redis')('the counts in Redis', () => {
  const redis = new Redis(REDIS_URL);
  const subjects: string[] = [];
  afterAll(async () => {
    await redis.unlink(subjects.map(keyOf));
    await redis.quit();
  });

  test('agree with the plain model on forty thousand requests, whatever the clock does', async () => {
    const seen = { admitted: 0, rate_limited: 0, key_banned: 0 };
    const live = async ({ nodes, clock }: Crew, history: number): Promise<void> => {
      const random = randomFrom(SEED + history);
      const plan = randomPlan(random);
      const model = new QuotaModel(plan.startMs, plan.quota, plan.ban);
      const limiter = nodes[history % NODES]?.limiter;
      if (!limiter) throw new Error('no such node');
      const { decidedLocally } = limiter.status();
      const subject = `key:${randomUUID()}`;
      subjects.push(subject);
      clock.nowMs = plan.startMs;
      for (let index = 0; index < REQUESTS_PER_HISTORY; index += 1) {
        const decision = await limiter.admit(subject, plan.quota, plan.ban);
        if (limiter.status().decidedLocally > decidedLocally) return; // it is lived again
        const verdict = model.request(clock.nowMs);
        if (!agrees(decision, verdict)) {
          const where = { SEED, history, index, plan, nowMs: clock.nowMs };
          throw new Error(JSON.stringify({ ...where, decision, verdict }, undefined, 2));
        }
        seen[decision.outcome] += 1;
        clock.nowMs = nextMs(random, clock.nowMs, decision.retryAfterSeconds);
      }
    };
    const crew = await openCrew(REDIS_URL, NODES);
    for (let history = 0; history < HISTORIES; history += 1) {
      await throughRedis(crew, () => live(crew, history));
    }
    await crew.close();
    process.stdout.write(`redis: seed ${SEED}: ${JSON.stringify(seen)}\n`);
    expect(seen.admitted).toBeGreaterThan(3_000);
    expect(seen.rate_limited).toBeGreaterThan(3_000);
    expect(seen.key_banned).toBeGreaterThan(1_500);
  });
});

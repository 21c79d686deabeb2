// The local limiter against the model, with ten million requests. For crashes, see test/slow/rate-limit and
// test/http/rate-limit.

import type { Counts } from '@animal-store/contract/rate-limit';
import { LocalLimiter } from '../../src/rate-limit/local-limiter.js';
import type { CounterStore } from '../../src/storage/store.js';
import { agrees, QuotaModel } from '../slow/rate-limit/quota-model.js';
import { nextMs, RandomLifts, randomPlan, SEED } from '../slow/rate-limit/quota-scenarios.js';
import { randomFrom } from '../support/random.js';

const REQUESTS = 10_000_000;
const REQUESTS_PER_HISTORY = 400;

/** Counter store that saves immediately. */
class MemoryCounterStore implements CounterStore {
  readonly rows = new Map<string, Counts>();
  saves = 0;

  async load(subject: string): Promise<Counts | undefined> {
    return this.rows.get(subject);
  }

  async save(subject: string, counts: Counts): Promise<void> {
    this.rows.set(subject, counts);
    this.saves += 1;
  }

  async dropAhead(): Promise<number> {
    return 0;
  }

  async forget(): Promise<void> {}
}

test('when ten million requests are decided, then the limiter always agrees with the model', async () => {
  const random = randomFrom(SEED);
  const seen = { admitted: 0, rate_limited: 0, key_banned: 0 };
  const startMs = performance.now();
  let compared = 0;
  let wrong = 0;
  let saves = 0;
  while (compared < REQUESTS) {
    const { startMs: planStartMs, quota, ban } = randomPlan(random);
    const model = new QuotaModel(planStartMs, quota, ban);
    const lifts = new RandomLifts();
    const store = new MemoryCounterStore();
    let nowMs = planStartMs;
    const limiter = new LocalLimiter(store, () => nowMs);
    for (let index = 0; index < REQUESTS_PER_HISTORY; index += 1) {
      const bansLiftedMs = lifts.next(random, () => model.liftBans());
      const decision = await limiter.admit('key:one', quota, { ban, bansLiftedMs });
      const expected = model.request(nowMs);
      if (!agrees(decision, expected)) {
        wrong += 1;
        const where = { SEED, request: compared, nowMs, quota, ban, decision, expected };
        throw new Error(`the model disagrees: ${JSON.stringify(where, undefined, 2)}`);
      }
      compared += 1;
      seen[decision.outcome] += 1;
      nowMs = nextMs(random, nowMs, decision.retryAfterSeconds);
    }
    await limiter.close();
    saves += store.saves;
  }
  const seconds = Math.round((performance.now() - startMs) / 1000);
  process.stdout.write(
    `limiter: ${compared} requests in ${seconds} s, ${wrong} wrong, ${saves} leases written, seed ${SEED}: ${JSON.stringify(seen)}\n`,
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(500_000);
});

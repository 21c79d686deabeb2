// The limiter as the server runs it, against the plain model, ten million times. What a crash may cost stands in
// ../limits/any-crash.test.ts and, with a process that is killed in the middle of a window, in ../limits/kill.test.ts.

import type { Counts } from '../../src/model.js';
import { LocalLimiter } from '../../src/rate-limit/local-limiter.js';
import type { CounterStore } from '../../src/storage/store.js';
import { nextMs, randomFrom, randomPlan, SEED } from '../slow/rate-limit/quota-histories.js';
import { agrees, QuotaModel } from '../slow/rate-limit/quota-model.js';

const REQUESTS = 10_000_000;
const REQUESTS_PER_HISTORY = 400;

/** Keeps what it is given, at once. */
class Kept implements CounterStore {
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

test('of ten million decisions of the limiter none is another than the model’s', async () => {
  const random = randomFrom(SEED);
  const seen = { admitted: 0, rate_limited: 0, key_banned: 0 };
  const startMs = performance.now();
  let compared = 0;
  let wrong = 0;
  let saves = 0;
  while (compared < REQUESTS) {
    const { startMs: begunMs, quota, ban } = randomPlan(random);
    const model = new QuotaModel(begunMs, quota, ban);
    const store = new Kept();
    let nowMs = begunMs;
    const limiter = new LocalLimiter(store, () => nowMs);
    for (let index = 0; index < REQUESTS_PER_HISTORY; index += 1) {
      const decision = await limiter.admit('key:one', quota, ban);
      const verdict = model.request(nowMs);
      if (!agrees(decision, verdict)) {
        wrong += 1;
        const where = { SEED, request: compared, nowMs, quota, ban, decision, verdict };
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

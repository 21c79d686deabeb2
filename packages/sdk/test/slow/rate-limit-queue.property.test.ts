// Rate-limit queues against a model of the quota, on virtual time.
import fc from 'fast-check';
import { AnimalStore } from '../../src/index.js';
import { createQuotaModel, createVirtualTime } from '../support/virtual-time.js';

const START_MS = 1_795_132_800_000;
/** Long enough to wait for the next day. */
const OPTIONS = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'as_pub_test', maxWaitSeconds: 90_000 };

const scenarios = fc.record({
  perMinute: fc.oneof(fc.integer({ min: 20, max: 80 }), fc.integer({ min: 80, max: 2000 })),
  perDay: fc.oneof(fc.integer({ min: 100, max: 400 }), fc.constant(100_000)),
  startMs: fc.integer({ min: 0, max: 86_399_999 }),
  /** Calls that each burst makes at once, one burst after the other. */
  bursts: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 3 }),
  minLatencyMs: fc.integer({ min: 1, max: 100 }),
  jitterMs: fc.integer({ min: 0, max: 300 }),
  seed: fc.integer(),
});

type Scenario = (typeof scenarios extends fc.Arbitrary<infer T> ? T : never) & { clients: number };

/** Deterministic, so that a failing scenario can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function simulate({ clients, startMs, bursts, perMinute, perDay, ...scenario }: Scenario) {
  const clock = createVirtualTime(START_MS + startMs);
  const random = createRandom(scenario.seed);
  const latencyMs = () => scenario.minLatencyMs + random() * scenario.jitterMs;
  const model = createQuotaModel(clock, { perMinute, perDay }, latencyMs);
  const run = async () => {
    const store = new AnimalStore({ ...OPTIONS, clock, fetch: model.fetch });
    await clock.sleep(random() * 2000);
    for (const size of bursts)
      await Promise.allSettled(Array.from({ length: size }, () => store.listPets()));
  };
  await clock.run(Promise.all(Array.from({ length: clients }, run)));
  return model;
}

test('when one client uses a key, then it is never refused, and every call succeeds', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const model = await simulate({ ...scenario, clients: 1 });
      expect(model.refused).toBe(0);
      expect(model.admitted).toBe(scenario.bursts.reduce((sum, size) => sum + size));
    }),
    { numRuns: 30 },
  );
});

test('when two clients share a key, then it is never banned', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const { isBanned } = await simulate({ ...scenario, clients: 2 });
      expect(isBanned).toBe(false);
    }),
    { numRuns: 30 },
  );
});

test('when much of the quota remains, then many more calls than refusals ban a key are in flight', async () => {
  const plan = { perMinute: 1000, perDay: 100_000, startMs: 0, seed: 1 };
  const calls = { bursts: [400], minLatencyMs: 40, jitterMs: 0, clients: 1 };
  expect((await simulate({ ...plan, ...calls })).peak).toBe(64);
});

test('when another client has used up the minute before clients that were idle begin, then no key is banned', async () => {
  const clock = createVirtualTime(START_MS);
  const model = createQuotaModel(clock, { perMinute: 60, perDay: 100_000 }, () => 10);
  const connect = () => new AnimalStore({ ...OPTIONS, clock, fetch: model.fetch });
  const stores = Array.from({ length: 7 }, connect);
  const callAll = (count: number) =>
    stores.flatMap((store) => Array.from({ length: count }, () => store.listPets()));
  const run = async () => {
    await Promise.all(callAll(5));
    await clock.sleep(60_000);
    const other = connect();
    await Promise.all(Array.from({ length: 60 }, () => other.listPets()));
    await Promise.all(callAll(4));
  };
  const done = run();
  await clock.run(done);
  await done;
  expect(model.isBanned).toBe(false);
});

describe('when eight clients of one key know nothing of one another, and make 22 calls each on the free plan', () => {
  const eight = fc.record({
    startMs: fc.integer({ min: 0, max: 59_999 }),
    /** Within which all clients start. */
    spreadMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 })),
    /** Requests of the minute that were sent before. */
    used: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
    minLatencyMs: fc.integer({ min: 5, max: 80 }),
    jitterMs: fc.integer({ min: 0, max: 40 }),
    seed: fc.integer(),
  });

  test('then all calls succeed, no key is banned, and at most eight are refused in a minute', async () => {
    await fc.assert(
      fc.asyncProperty(eight, async ({ used, ...scenario }) => {
        const clock = createVirtualTime(START_MS + scenario.startMs);
        const random = createRandom(scenario.seed);
        const latencyMs = () => scenario.minLatencyMs + random() * scenario.jitterMs;
        const quota = { perMinute: 60, perDay: 100_000 };
        const model = createQuotaModel(clock, quota, latencyMs, used);
        const run = async () => {
          const store = new AnimalStore({ ...OPTIONS, clock, fetch: model.fetch });
          await clock.sleep(random() * scenario.spreadMs);
          await Promise.all(Array.from({ length: 22 }, () => store.listPets()));
        };
        const done = Promise.all(Array.from({ length: 8 }, run));
        await clock.run(done);
        await done;
        expect(model.admitted).toBe(8 * 22);
        expect(model.isBanned).toBe(false);
        expect(Math.max(0, ...model.refusedByMinute.values())).toBeLessThanOrEqual(8);
      }),
      { numRuns: 20 },
    );
  });
});

import { document } from '@animal-store/contract';
import { RateLimitError } from '../../src/index.js';
import { connect, connectWith } from '../support/connect.js';
import { json, type Responder, rateLimited } from '../support/scripted-server.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];

const withRemaining = (remaining: number, resetSeconds: number): Responder =>
  json(200, [], {
    'X-RateLimit-Remaining': String(remaining),
    RateLimit: `"minute";r=${remaining};t=${resetSeconds}, "day";r=999;t=3642`,
  });

test('when responses report no quota, then refusals of every request in flight of two clients would not ban the key', async () => {
  let inFlight = 0;
  let peak = 0;
  const { store } = await connect((res, req) => {
    inFlight += 1;
    peak = Math.max(peak, inFlight);
    setTimeout(() => {
      inFlight -= 1;
      json(200, [], { RateLimit: 'none' })(res, req);
    }, 5);
  });
  await Promise.all(Array.from({ length: 4 * refusalsPerMinute }, () => store.listPets()));
  expect(peak).toBeGreaterThan(1);
  expect(2 * peak).toBeLessThan(refusalsPerMinute);
});

test('when a call gets a 429, then every call of the client waits until Retry-After has passed', async () => {
  const { store, clock } = await connect(
    rateLimited({ 'Retry-After': '5' }),
    withRemaining(50, 55),
  );
  const startMs = clock.nowMs;
  const sentAtMs: number[] = [];
  const calls = Array.from({ length: refusalsPerMinute + 2 }, () =>
    store.listPets().then(() => sentAtMs.push(clock.nowMs)),
  );
  await Promise.all(calls);
  expect(Math.min(...sentAtMs.slice(refusalsPerMinute - 2))).toBeGreaterThanOrEqual(startMs + 5000);
});

test('when no requests remain in the window, then the next call waits for the reset instead of being refused', async () => {
  const { store, clock } = await connect(withRemaining(0, 17), withRemaining(59, 60));
  await store.listPets();
  const startMs = clock.nowMs;
  await store.listPets();
  expect(clock.nowMs - startMs).toBe(17_000);
});

test('when pace is on, then calls are spread over the rest of the window', async () => {
  const { store, clock } = await connectWith(
    { pace: true },
    withRemaining(10, 50),
    withRemaining(9, 45),
    withRemaining(8, 40),
  );
  await store.listPets();
  const startMs = clock.nowMs;
  await store.listPets();
  expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(4_000);
  expect(clock.nowMs - startMs).toBeLessThanOrEqual(5_000);
});

test('when pace is off, then calls are not delayed', async () => {
  const { store, clock } = await connect(withRemaining(10, 50));
  await store.listPets();
  await store.listPets();
  expect(clock.delaysMs).toEqual([]);
});

test('when a refusal lasts longer than maxWaitSeconds, then queued calls are rejected with RateLimitError', async () => {
  const { store, server } = await connect(rateLimited({ 'Retry-After': '3600' }));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 * refusalsPerMinute }, () => store.listPets()),
  );
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(RateLimitError) });
  }
  expect(server.received.length).toBeLessThan(refusalsPerMinute);
});

test('when a shorter refusal follows a longer one, then the longer one still applies', async () => {
  let count = 0;
  const { store } = await connect((res, req) => {
    count += 1;
    const [code, seconds] = count === 1 ? ['key_banned', '300'] : ['rate_limited', '20'];
    rateLimited({ 'Retry-After': seconds }, code)(res, req);
  });
  await Promise.allSettled([store.listPets(), store.listPets({}, { maxRetries: 0 })]);
  await expect(store.listPets()).rejects.toMatchObject({ code: 'key_banned' });
});

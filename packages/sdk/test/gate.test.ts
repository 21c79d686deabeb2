import { document } from '@animal-store/contract';
import { AnimalStore, RateLimitError } from '../src/index.js';
import { fakeClock } from './support/fake-clock.js';
import {
  type Answer,
  json,
  refused,
  type ScriptedServer,
  startScripted,
} from './support/scripted-server.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];

let server: ScriptedServer;
afterEach(() => server.close());

const left = (remaining: number, resetSeconds: number): Answer =>
  json(200, [], {
    'X-RateLimit-Remaining': String(remaining),
    RateLimit: `"minute";r=${remaining};t=${resetSeconds}, "day";r=999;t=3642`,
  });

async function connect(options: object, ...script: [Answer, ...Answer[]]) {
  server = await startScripted(...script);
  const clock = fakeClock();
  return {
    clock,
    store: new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'k', clock, ...options }),
  };
}

test('so few calls are under way at once that refusals of all of them would not ban the key', async () => {
  let underWay = 0;
  let most = 0;
  const { store } = await connect({}, (res, req) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      json(200, [])(res, req);
    }, 5);
  });
  await Promise.all(Array.from({ length: 4 * refusalsPerMinute }, () => store.listPets()));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(refusalsPerMinute);
});

test('a 429 pauses every call of the client, queued and new, until the time is up', async () => {
  const { store, clock } = await connect({}, refused({ 'Retry-After': '5' }), left(50, 55));
  const startMs = clock.nowMs;
  const sentAtMs: number[] = [];
  const calls = Array.from({ length: refusalsPerMinute + 2 }, () =>
    store.listPets().then(() => sentAtMs.push(clock.nowMs)),
  );
  await Promise.all(calls);
  expect(Math.min(...sentAtMs.slice(refusalsPerMinute - 2))).toBeGreaterThanOrEqual(startMs + 5000);
});

test('when the last known request of the window is spent, the next one waits for the reset instead of being refused', async () => {
  const { store, clock } = await connect({}, left(0, 17), left(59, 60));
  await store.listPets();
  const startMs = clock.nowMs;
  await store.listPets();
  expect(clock.nowMs - startMs).toBe(17_000);
});

test('pace spreads calls over the rest of the window', async () => {
  const { store, clock } = await connect({ pace: true }, left(10, 50), left(9, 45), left(8, 40));
  await store.listPets();
  const startMs = clock.nowMs;
  await store.listPets();
  expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(4_000);
  expect(clock.nowMs - startMs).toBeLessThanOrEqual(5_000);
});

test('without pace they are not spread', async () => {
  const { store, clock } = await connect({}, left(10, 50));
  await store.listPets();
  await store.listPets();
  expect(clock.slept).toEqual([]);
});

test('a refusal for longer than the client may wait ends the queued calls too', async () => {
  const { store } = await connect({}, refused({ 'Retry-After': '3600' }));
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 * refusalsPerMinute }, () => store.listPets()),
  );
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(RateLimitError) });
  }
  expect(server.received.length).toBeLessThan(refusalsPerMinute);
});

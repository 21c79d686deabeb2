// Rate-limit queue of one client: concurrency, waits and refusals.
import { document } from '@animal-store/contract/document';
import { RateLimitError } from '../../src/index.js';
import { systemClock } from '../../src/platform/clock.js';
import { connect, connectWith } from '../support/connect.js';
import { createFakeClock } from '../support/fake-clock.js';
import { json, type Responder, rateLimited, withRemaining } from '../support/scripted-server.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];

/** Responds after a while. Notes at each request how many are in flight. */
function respondLater(responder: (count: number) => Responder) {
  let now = 0;
  const inFlight: number[] = [];
  const respond: Responder = (res, req) => {
    now += 1;
    const count = inFlight.push(now);
    setTimeout(() => {
      now -= 1;
      responder(count)(res, req);
    }, 20);
  };
  return { respond, inFlight };
}

test('when responses report no quota, then two clients never have enough calls in flight to ban the key', async () => {
  const { respond, inFlight } = respondLater(() => json(200, [], { RateLimit: 'none' }));
  const { store } = await connect(respond);
  await Promise.all(Array.from({ length: 4 * refusalsPerMinute }, () => store.listPets()));
  const peak = Math.max(...inFlight);
  expect(peak).toBeGreaterThan(1);
  expect(2 * peak).toBeLessThan(refusalsPerMinute);
});

test('when no requests remain in the window, then calls wait for the reset, and keep their order', async () => {
  const sent: string[] = [];
  const { store, clock } = await connectWith(
    { onRequest: ({ url }) => void sent.push(new URL(url).search) },
    withRemaining(0, 17),
    withRemaining(59, 60),
  );
  await store.listPets();
  const startMs = clock.nowMs;
  await Promise.all([1, 2, 3].map((limit) => store.listPets({ limit })));
  expect(sent).toEqual(['', '?limit=1', '?limit=2', '?limit=3']);
  expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(17_000);
  expect(clock.nowMs - startMs).toBeLessThan(18_000);
});

test.each([
  [
    'is on, then calls are spread over what is left of the window',
    true,
    [50_000 / 20, 47_500 / 19],
  ],
  ['is off, then calls are not delayed', false, []],
])('when pace %s', async (_, pace, delaysMs) => {
  let answer = () => {};
  const { store, clock } = await connectWith(
    { pace },
    withRemaining(20, 50),
    (res, req) => {
      answer = () => json(200, [])(res, req);
    },
    json(200, []),
  );
  await store.listPets();
  const [first, second] = [store.listPets(), store.listPets()];
  await second;
  expect(clock.delaysMs).toEqual(delaysMs); // the first one is in flight, and counts
  answer();
  await first;
});

test('when a refusal lasts longer than maxWaitSeconds, then all calls reject, and none is sent before its end', async () => {
  let endMs = 0;
  const banned = rateLimited({ 'Retry-After': '300' }, 'key_banned');
  const { store, server, clock } = await connect((res, req) =>
    (clock.nowMs < endMs ? banned : json(200, []))(res, req),
  );
  endMs = clock.nowMs + 300_000;
  const expected = { code: 'key_banned', retryAt: new Date(endMs) };
  const calls = Array.from({ length: 3 * refusalsPerMinute }, () => store.listPets());
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ reason: expect.any(RateLimitError) });
    expect(outcome).toMatchObject({ reason: expected });
  }
  const { length } = server.received;
  expect(length).toBeLessThan(refusalsPerMinute);
  await expect(store.listPets()).rejects.toMatchObject(expected);
  expect(server.received).toHaveLength(length);
  expect(clock.delaysMs).toEqual([]);
  clock.nowMs = endMs + 300;
  await expect(store.listPets()).resolves.toMatchObject({ items: [] });
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

describe('when the clock is set back by an hour, then calls wait no longer than the service asked for', () => {
  test.each<[string, Responder, number, number]>([
    ['in a 429', rateLimited({ 'Retry-After': '5' }), 60, 5_000],
    ['in a 429 that is thrown', rateLimited({ 'Retry-After': '5' }), 0, 5_000],
    ['by a quota that is used up', withRemaining(0, 17), 60, 17_000],
  ])('%s', async (_, first, maxWaitSeconds, waitMs) => {
    const time = createFakeClock();
    let backMs = 0;
    const { sleep } = time;
    const clock = { now: () => time.nowMs - backMs, elapsed: () => time.nowMs, sleep };
    const { store } = await connectWith({ clock, maxWaitSeconds }, first, withRemaining(50, 55));
    await store.listPets({}, { maxRetries: 0 }).catch(() => {});
    backMs = 3_600_000;
    const startMs = time.nowMs;
    if (maxWaitSeconds === 0) {
      const retryAt = new Date(clock.now() + 5000);
      await expect(store.listPets()).rejects.toMatchObject({ retryAt });
      time.nowMs += waitMs;
    }
    await store.listPets();
    expect(time.nowMs - startMs).toBeGreaterThanOrEqual(waitMs);
    expect(time.nowMs - startMs).toBeLessThan(waitMs + 1_000); // the random part
  });

  test('by the system’s clock of a page, which goes on while the machine sleeps', () => {
    const { process } = globalThis;
    Object.assign(globalThis, { process: undefined });
    const now = Date.now();
    const date = jest.spyOn(Date, 'now');
    const elapsedAt = (ms: number) => date.mockReturnValue(ms) && systemClock.elapsed?.();
    const first = elapsedAt(now + 3_600_000) ?? 0;
    const second = elapsedAt(now) ?? 0;
    const third = elapsedAt(now + 7_200_000) ?? 0;
    date.mockRestore();
    Object.assign(globalThis, { process });
    expect(second - first).toBeGreaterThanOrEqual(0);
    expect(second - first).toBeLessThan(3_600_000);
    expect(third - first).toBeGreaterThanOrEqual(3_600_000 - 1);
  });
});

test('when a 429 has ended, then one request is sent at a time until one is admitted', async () => {
  const { respond, inFlight } = respondLater((count) =>
    count === 13 || count === 14
      ? rateLimited({ 'Retry-After': '5' })
      : withRemaining(500 - count, 55),
  );
  const { store } = await connect(respond);
  const send = (length: number) => Promise.all(Array.from({ length }, () => store.listPets()));
  await send(12);
  expect(Math.max(...inFlight)).toBeGreaterThan(2);
  await store.listPets({}, { maxRetries: 0 }).catch(() => {});
  await send(refusalsPerMinute);
  expect(inFlight.slice(13, 16)).toEqual([1, 1, 1]);
  expect(Math.max(...inFlight.slice(16))).toBeGreaterThan(1);
});

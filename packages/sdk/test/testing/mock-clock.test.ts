// The mock's clock: waits of a client take no time, and happen in their order.
import { getEventListeners } from 'node:events';
import { RateLimitError } from '../../src/index.js';
import { createMockFetch } from '../../src/testing.js';
import { connectMock } from '../support/connect-mock.js';

const MINUTE_MS = 60_000;

afterEach(() => jest.restoreAllMocks());

test('when calls exceed the quota of a minute, then all succeed in later minutes, at once', async () => {
  const { mock, store } = connectMock({ quota: { perMinute: 3, perDay: 50 } });
  const startMs = mock.clock.now();
  await Promise.all(Array.from({ length: 10 }, () => store.listPets()));
  expect(mock.clock.now() - startMs).toBeGreaterThan(2 * MINUTE_MS);
  expect(mock.requests.length).toBeGreaterThanOrEqual(10);
});

test('when the day is used up, then the call fails with the time of the reset', async () => {
  const { mock, store } = connectMock({ quota: { perMinute: 50, perDay: 1 } });
  await store.listPets();
  const refusal = await store.listPets().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RateLimitError);
  if (!(refusal instanceof RateLimitError)) return;
  mock.clock.advance(refusal.retryAt.getTime() - mock.clock.now() + 1000);
  await expect(store.listPets()).resolves.toMatchObject({ items: [] });
});

test('when several sleep, then they wake in the order of their ends, with one listener on their signal', async () => {
  const { clock } = createMockFetch();
  const { signal } = new AbortController();
  const startMs = clock.now();
  const wokenAtSeconds: [number, number][] = [];
  const sleep = async (seconds: number) => {
    await clock.sleep(seconds * 1000, signal);
    wokenAtSeconds.push([seconds, Math.round((clock.now() - startMs) / 1000)]);
  };
  const sleeps = [60, 1, 30].map(sleep);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await Promise.all(sleeps);
  expect(wokenAtSeconds).toEqual([1, 30, 60].map((seconds) => [seconds, seconds]));
});

test('when a sleep is aborted, then it ends without the clock advancing', async () => {
  const { clock } = createMockFetch();
  const startMs = clock.now();
  const controller = new AbortController();
  const sleep = clock.sleep(MINUTE_MS, controller.signal);
  controller.abort();
  await sleep;
  await clock.sleep(MINUTE_MS, AbortSignal.abort());
  expect(clock.now() - startMs).toBeLessThan(MINUTE_MS);
});

test.each([
  ['2026-11-20T10:42:59.999Z', '2026-11-20T10:42:00.000Z'],
  ['2026-11-20T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
  ['2026-11-20T23:59:59.999Z', '2026-11-20T23:00:00.000Z'],
])('when it is %s, then the clock starts at %s, where no window ends soon', (now, start) => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
  expect(new Date(createMockFetch().clock.now()).toISOString()).toBe(start);
});

test('when the clock is advanced by less than nothing, then a TypeError says so', () => {
  expect(() => createMockFetch().clock.advance(-1)).toThrow('ms must be a number from 0 (got -1)');
});

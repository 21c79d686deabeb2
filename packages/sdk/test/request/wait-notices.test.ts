// Notices of waits, which `onWait` gets.
import { document } from '@animal-store/contract/document';
import type { WaitNotice } from '../../src/index.js';
import { connectWith } from '../support/connect.js';
import { createFakeClock } from '../support/fake-clock.js';
import {
  html,
  json,
  type Responder,
  rateLimited,
  unavailable,
  withRemaining,
} from '../support/scripted-server.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];
const NOW_MS = createFakeClock().nowMs;

const at = (seconds: number) => new Date(NOW_MS + seconds * 1000);

/** A client that collects its notices. */
async function connectWaiting(script: [Responder, ...Responder[]], options = {}) {
  const notices: WaitNotice[] = [];
  const onWait = (notice: WaitNotice) => void notices.push(notice);
  return { notices, ...(await connectWith({ onWait, ...options }, ...script)) };
}

describe('when a call waits, then onWait gets its operation and the time', () => {
  test.each<[string, Responder, number, isNextCall?: boolean]>([
    ['of a Retry-After of a 429', rateLimited({ 'Retry-After': '7' }), 7],
    ['of a Retry-After of a 503', unavailable({ 'Retry-After': '9' }), 9],
    ['at which the quota resets', withRemaining(0, 17), 17, true],
  ])('%s', async (_, first, seconds, isNextCall = false) => {
    const { store, notices } = await connectWaiting([first, json(200, [])]);
    await store.listPets();
    if (isNextCall) await store.listPets(); // the first call has told what is left
    expect(notices).toEqual([{ operation: 'listPets', retryAt: at(seconds) }]);
  });

  test('at which it is sent, if pace delays it by more than a second', async () => {
    const { store, notices, clock } = await connectWaiting(
      [withRemaining(10, 50), withRemaining(100, 50), json(200, [])],
      { pace: true },
    );
    await store.listPets();
    await store.listPets();
    expect(notices).toEqual([{ operation: 'listPets', retryAt: new Date(clock.nowMs) }]);
    await store.listPets();
    expect(clock.delaysMs.at(-1)).toBeLessThan(1000);
    expect(notices).toHaveLength(1);
  });
});

test('when a 429 stops the client, then each call that waits gets one notice', async () => {
  const { store, notices } = await connectWaiting([
    rateLimited({ 'Retry-After': '5' }),
    withRemaining(50, 55),
  ]);
  const calls = 3 * refusalsPerMinute;
  await Promise.all(Array.from({ length: calls }, () => store.listPets()));
  const first = Math.min(...notices.map(({ retryAt }) => retryAt.getTime()));
  expect(first).toBe(NOW_MS + 5000);
  expect(notices.length).toBeGreaterThan(calls - refusalsPerMinute);
  expect(notices.length).toBeLessThanOrEqual(calls);
});

test('when a wait gets longer, then the call gets the new time', async () => {
  const { store, notices } = await connectWaiting([
    rateLimited({ 'Retry-After': '5' }),
    rateLimited({ 'Retry-After': '20' }),
    json(200, []),
  ]);
  await store.listPets();
  const [first, second, ...others] = notices.map(({ retryAt }) => retryAt.getTime());
  expect(first).toBe(NOW_MS + 5000);
  expect(second).toBeGreaterThanOrEqual(NOW_MS + 25_000);
  expect(others).toEqual([]);
});

test.each<[string, Responder, object]>([
  ['the client’s own backoff', html(502, ''), {}],
  ['a Retry-After that is too long', rateLimited({ 'Retry-After': '300' }), {}],
  ['a Retry-After of a 503 that is too long', unavailable({ 'Retry-After': '300' }), {}],
  ['no retries', rateLimited({ 'Retry-After': '5' }), { maxRetries: 0 }],
  ['no retries of a 503', unavailable({ 'Retry-After': '5' }), { maxRetries: 0 }],
])('when there is only %s, then there is no notice', async (_, respond, options) => {
  const { store, notices } = await connectWaiting([respond], options);
  await expect(store.listPets()).rejects.toThrow();
  expect(notices).toEqual([]);
});

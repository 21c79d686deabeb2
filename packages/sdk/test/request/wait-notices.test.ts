import { document } from '@animal-store/contract';
import { systemClock } from '../../src/clock.js';
import type { WaitNotice } from '../../src/index.js';
import { connectWith } from '../support/connect.js';
import { createFakeClock } from '../support/fake-clock.js';
import {
  html,
  json,
  type Responder,
  rateLimited,
  unavailable,
} from '../support/scripted-server.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];
const NOW_MS = createFakeClock().nowMs;

const withRemaining = (remaining: number, resetSeconds: number): Responder =>
  json(200, [], { RateLimit: `"minute";r=${remaining};t=${resetSeconds}, "day";r=999;t=3642` });
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

describe('when a call does not wait for the service, then there is no notice', () => {
  test.each<[string, Responder, object]>([
    ['the client’s own backoff', html(502, ''), {}],
    ['a Retry-After that is too long', rateLimited({ 'Retry-After': '300' }), {}],
    ['a Retry-After of a 503 that is too long', unavailable({ 'Retry-After': '300' }), {}],
    ['no retries', rateLimited({ 'Retry-After': '5' }), { maxRetries: 0 }],
    ['no retries of a 503', unavailable({ 'Retry-After': '5' }), { maxRetries: 0 }],
  ])('%s', async (_, respond, options) => {
    const { store, notices } = await connectWaiting([respond], options);
    await expect(store.listPets()).rejects.toThrow();
    expect(notices).toEqual([]);
  });
});

describe('when onWait fails', () => {
  const fail = () => {
    throw new Error('broken hook');
  };

  test.each<[string, () => unknown]>([
    ['throws', fail],
    ['rejects', async () => fail()],
  ])('%s, then the call rejects at once, and later calls go on', async (_, onWait) => {
    const { store, server, clock } = await connectWaiting(
      [rateLimited({ 'Retry-After': '30' }), json(200, [])],
      { onWait, clock: systemClock },
    );
    expect(clock.delaysMs).toEqual([]);
    await expect(store.listPets()).rejects.toThrow('broken hook');
    expect(server.received).toHaveLength(1);
    await expect(store.listPets()).rejects.toThrow('broken hook');
  });

  test('on a Retry-After of a 503, then the call rejects at once', async () => {
    const script: [Responder] = [unavailable({ 'Retry-After': '30' })];
    const { store, clock } = await connectWaiting(script, { onWait: fail });
    await expect(store.listPets()).rejects.toThrow('broken hook');
    expect(clock.delaysMs).toEqual([]);
  });

  test('for many calls, then none of them keeps a slot', async () => {
    let isBroken = true;
    const onWait = async () => {
      if (isBroken) fail();
    };
    const { store } = await connectWaiting(
      [withRemaining(0, 17), withRemaining(0, 17), json(200, [])],
      { onWait },
    );
    await store.listPets();
    const calls = Array.from({ length: 3 * refusalsPerMinute }, () => store.listPets());
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(calls.length);
    isBroken = false;
    await expect(store.listPets()).resolves.toMatchObject({ items: [] });
  });
});

test('when onWait returns a promise, then the call is sent after it has resolved', async () => {
  const steps: string[] = [];
  const onWait = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    steps.push('notified');
  };
  const { store } = await connectWaiting(
    [
      rateLimited({ 'Retry-After': '7' }),
      (res, req) => {
        steps.push('sent');
        json(200, [])(res, req);
      },
    ],
    { onWait },
  );
  await store.listPets();
  expect(steps).toEqual(['notified', 'sent']);
});

test('when waiting calls are aborted while onWait is running, then they end and keep no slot', async () => {
  let isHanging = true;
  const controller = new AbortController();
  const onWait = () => {
    controller.abort();
    return isHanging ? new Promise(() => {}) : undefined;
  };
  const { store } = await connectWaiting([withRemaining(0, 17), json(200, [])], { onWait });
  await store.listPets();
  const { signal } = controller;
  const calls = Array.from({ length: refusalsPerMinute }, () => store.listPets({}, { signal }));
  for (const call of await Promise.allSettled(calls)) expect(call.status).toBe('rejected');
  isHanging = false;
  await expect(store.listPets()).resolves.toMatchObject({ items: [] });
});

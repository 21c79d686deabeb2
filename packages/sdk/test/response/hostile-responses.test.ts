// Responses that no service sends by accident: nothing hangs, and what is thrown is an error of the client.
import { findLink } from '../../src/response/link-header.js';
import { readRateLimit, readRetryAfter } from '../../src/response/rate-limit.js';
import { connectWith, REX } from '../support/connect.js';
import { html, json } from '../support/scripted-server.js';

const LARGE = '9007199254740993';
/** Longer than a linear scan of any text below takes, by far. */
const SLOW_MS = 2_000;

function timed(act: () => unknown): number {
  const startMs = performance.now();
  act();
  return performance.now() - startMs;
}

describe('when a body with a large integer cannot be parsed, then the call rejects with a ConnectionError', () => {
  test.each([
    ['is nested too deep', `${'['.repeat(20_000)}${LARGE}${']'.repeat(20_000)}`],
    ['has a string that does not end', `[${LARGE},"${'\\"'.repeat(60_000)}`],
  ])('because it %s', async (_, body) => {
    const { store } = await connectWith({ maxRetries: 0 }, html(200, body));
    const startMs = performance.now();
    await expect(store.listPets()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('body is not JSON'),
    });
    expect(performance.now() - startMs).toBeLessThan(SLOW_MS);
  });
});

describe('when a header is long, then it is read in linear time', () => {
  test('in Link', () => {
    const headers = new Headers({ Link: '<'.repeat(100_000) });
    expect(timed(() => findLink(headers, 'next'))).toBeLessThan(SLOW_MS);
  });

  test.each([
    ['many digits', `"minute";r=1;t=${'1'.repeat(100_000)}`],
    ['many windows', '"minute";r=1;t=1'.repeat(6_000)],
  ])('in RateLimit, with %s', (_, rateLimit) => {
    const headers = new Headers({
      'X-RateLimit-Limit': '1',
      'X-RateLimit-Remaining': '1',
      'X-RateLimit-Reset': '1',
      'RateLimit-Policy': rateLimit.replaceAll(/r=1;t/g, 'q'),
      RateLimit: rateLimit,
    });
    expect(timed(() => readRateLimit(headers))).toBeLessThan(SLOW_MS);
  });
});

describe('when a Retry-After is longer than a date can hold', () => {
  test.each([
    ['with hundreds of digits', '9'.repeat(400)],
    ['in seconds', '99999999999999'],
    ['as a date', '+275760-09-13T00:00:00Z'],
  ])('then one %s is shortened', (_, value) => {
    const headers = new Headers({ 'Retry-After': value, Date: 'Thu, 01 Jan 1970 00:00:01 GMT' });
    const nowMs = Date.UTC(2026, 0);
    const waitMs = readRetryAfter(headers, nowMs) ?? Number.NaN;
    expect(new Date(nowMs + waitMs).getTime()).toBeGreaterThan(Date.UTC(3000, 0));
  });
});

test.each([
  ['listPets', 'a list', 'null'],
  ['listPets', 'a list', '{}'],
  ['listPets', 'a list', '"Rex"'],
  ['getPet', 'an object', 'null'],
  ['getPet', 'an object', '[]'],
  ['getPet', 'an object', '"Rex"'],
] as const)('when %s must return %s, then %s is a ConnectionError', async (id, type, body) => {
  const { store } = await connectWith({ maxRetries: 0 }, html(200, body));
  const call = id === 'listPets' ? store.listPets() : store.getPet({ petId: 1 });
  await expect(call).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringMatching(`^${id}: GET http\\S+: body is not ${type}$`),
  });
});

test('when a deprecation date is no date, then it is undefined', async () => {
  const onDeprecated = jest.fn();
  const { store } = await connectWith(
    { onDeprecated },
    json(200, REX, { Deprecation: '@99999999999999999' }),
  );
  await store.getPet({ petId: 1 });
  expect(onDeprecated.mock.calls).toMatchObject([[{ since: undefined }]]);
});

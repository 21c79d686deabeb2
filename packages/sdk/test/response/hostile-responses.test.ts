// Responses that no service sends by accident: nothing hangs, and what is thrown is an error of the client.
import { readRetryAfter } from '../../src/response/rate-limit.js';
import { connectWith } from '../support/connect.js';
import { html } from '../support/scripted-server.js';

const LARGE = '9007199254740993';
test.each([
  ['is nested too deep', `${'['.repeat(20_000)}${LARGE}${']'.repeat(20_000)}`],
  ['has a string that does not end', `[${LARGE},"${'\\"'.repeat(60_000)}`],
])('when a body %s, then the call rejects with a ConnectionError', async (_, body) => {
  const { store } = await connectWith({ maxRetries: 0 }, html(200, body));
  await expect(store.listPets()).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('body is not JSON'),
  });
});

test.each([
  ['of hundreds of digits', '9'.repeat(400)],
  ['in seconds', '99999999999999'],
  ['a date', '+275760-09-13T00:00:00Z'],
])('when a Retry-After of centuries is %s, then it is shortened', (_, value) => {
  const headers = new Headers({ 'Retry-After': value, Date: 'Thu, 01 Jan 1970 00:00:01 GMT' });
  const nowMs = Date.UTC(2026, 0);
  const waitMs = readRetryAfter(headers, nowMs) ?? Number.NaN;
  expect(new Date(nowMs + waitMs).getTime()).toBeGreaterThan(Date.UTC(3000, 0));
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

// API keys that a function returns, and keys in errors.
import { inspect } from 'node:util';
import { TimeoutError, UnauthorizedError } from '../../src/index.js';
import { connectWith, REX } from '../support/connect.js';
import { expectRefusal, html, json, stall } from '../support/scripted-server.js';

const unauthorized = json(401, { code: 'unauthorized', message: 'Invalid API key.', status: 401 });

/** A function that answers with these keys in turn, then with the last one. */
function keys(...answers: [string, ...string[]]) {
  let count = 0;
  return jest.fn(() => answers[Math.min(count++, answers.length - 1)] ?? answers[0]);
}

test('when apiKey is a function, then it is called before each attempt, and may be async', async () => {
  const apiKey = keys('as_live_1', 'as_live_2', 'as_live_3');
  const { store, server } = await connectWith(
    { apiKey: async () => apiKey() },
    html(503, ''),
    json(200, REX),
  );
  await store.getPet({ petId: 1 });
  await store.getPet({ petId: 1 });
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer as_live_1',
    'Bearer as_live_2',
    'Bearer as_live_3',
  ]);
});

describe('when the service answers 401', () => {
  test('then one more request is sent with the new key, as the same call with all its retries', async () => {
    const apiKey = keys('as_live_old', 'as_live_new');
    const { store, server } = await connectWith(
      { apiKey },
      unauthorized,
      html(502, ''),
      html(502, ''),
      json(201, REX),
    );
    await expect(store.createPet({ name: 'Rex', categoryId: 1 })).resolves.toEqual(REX);
    const [old, ...later] = server.received.map(({ headers }) => headers);
    expect(old?.authorization).toBe('Bearer as_live_old');
    const key = old?.['idempotency-key'];
    const sent = { authorization: 'Bearer as_live_new', 'idempotency-key': key };
    expect(later).toMatchObject(Array(3).fill(sent));
  });

  test.each<[string, string | (() => string)]>([
    ['the same', () => 'as_live_old'],
    ['fixed', 'as_live_old'],
  ])('then nothing is sent again if the key is %s', async (_, apiKey) => {
    const { store, server } = await connectWith({ apiKey }, unauthorized);
    await expect(store.getPet({ petId: 1 })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(server.received).toHaveLength(1);
  });

  test('then a call is sent once more, whatever the function answers, even without retries', async () => {
    let count = 0;
    const apiKey = () => `as_live_${count++}`;
    const { store, server } = await connectWith({ apiKey, maxRetries: 0 }, unauthorized);
    await expect(store.getPet({ petId: 1 })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(server.received).toHaveLength(2);
    await expect(store.getPet({ petId: 1 })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(server.received).toHaveLength(4);
  });
});

test.each([undefined, 'as_live_secré'])(
  'when the function returns %j, then the TypeError does not have it',
  async (answer) => {
    const { store, server } = await connectWith({ apiKey: () => answer as string }, json(200, REX));
    const message = /^apiKey must be or return visible ASCII characters, without white space$/;
    await expectRefusal(store.getPet({ petId: 1 }), message, server);
  },
);

test('when a call fails in any way, then its error never has the key', async () => {
  const apiKey = () => 'as_live_secret';
  const { store: stalled } = await connectWith({ apiKey, maxRetries: 0 }, stall);
  const { store } = await connectWith({ apiKey }, unauthorized);
  const timeout: unknown = await stalled
    .getPet({ petId: 1 }, { timeoutMs: 50 })
    .catch((error: unknown) => error);
  const refusal: unknown = await store.getPet({ petId: 1 }).catch((error: unknown) => error);
  expect(timeout).toBeInstanceOf(TimeoutError);
  expect(refusal).toBeInstanceOf(UnauthorizedError);
  for (const error of [timeout, refusal]) expect(inspect(error)).not.toContain('as_live_secret');
});

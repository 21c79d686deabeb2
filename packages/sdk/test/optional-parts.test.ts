// What a platform lacks or refuses, and what the program's own functions throw: no call hangs, and no later one.
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import type { OutgoingRequest } from '../src/index.js';
import { AnimalStore, isApiError, isConnectionError } from '../src/index.js';
import { type Clock, systemClock } from '../src/platform/clock.js';
import { connect, connectWith, REX } from './support/connect.js';
import { json, RATE_LIMIT_HEADERS, stall } from './support/scripted-server.js';

const KEY = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'as_live_test', onDeprecated: () => {} };
const DEPRECATED = { Deprecation: '@1795132800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' };
const LISTED = { Link: '</v1/pets>; rel="first"' };

const ok = () =>
  new Response('[]', {
    headers: { ...RATE_LIMIT_HEADERS, ...DEPRECATED, ...LISTED, 'X-Request-Id': 'r' },
  });
const refused = () =>
  new Response('{"code":"rate_limited","message":"x","status":429}', {
    status: 429,
    headers: { ...RATE_LIMIT_HEADERS, 'Retry-After': '1' },
  });

const USED = [
  ...['apiKey', 'onRequest', 'onResponse', 'onDeprecated', 'onWait', 'fetch'],
  ...['now', 'elapsed', 'sleep'],
  ...['status', 'ok', 'type', 'url', 'redirected', 'headers', 'text', 'body', 'get'],
];

/** The same object, which tells of each member that is used. */
function watch<T extends object>(object: T, use: (member: string) => void): T {
  return new Proxy(object, {
    get(target, member) {
      use(String(member));
      const value: unknown = Reflect.get(target, member);
      if (value instanceof Headers) return watch(value, use);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('when a callback or a member of a response throws once, then all calls settle, and later ones succeed', async () => {
  const faults = fc.record({
    name: fc.constantFrom(...USED),
    uses: fc.integer({ min: 1, max: 9 }),
    thrown: fc.constantFrom(new Error('fault'), new TypeError('fault'), null, 0),
  });
  await fc.assert(
    fc.asyncProperty(faults, async ({ name, uses, thrown }) => {
      let left = uses;
      const use = (used: string) => {
        if (used !== name) return;
        left -= 1;
        if (left === 0) throw thrown;
      };
      let nowMs = 0;
      const time = (used: string) => () => {
        use(used);
        nowMs += 500; // so that waits are short
        return nowMs;
      };
      const clock: Clock = {
        now: time('now'),
        elapsed: time('elapsed'),
        sleep(_, signal) {
          use('sleep');
          return systemClock.sleep(1, signal);
        },
      };
      let count = 0;
      const fetch = async () => {
        use('fetch');
        count += 1;
        return watch(count % 3 === 1 ? refused() : ok(), use);
      };
      const apiKey = () => {
        use('apiKey');
        return 'as_live_test';
      };
      const hooks = ['onRequest', 'onResponse', 'onDeprecated', 'onWait'];
      const own = Object.fromEntries(hooks.map((hook) => [hook, () => use(hook)]));
      const store = new AnimalStore({ ...KEY, apiKey, fetch, clock, ...own });
      for (const size of [3, 10]) {
        const calls = Array.from({ length: size }, () => store.listPets());
        for (const outcome of await Promise.allSettled(calls)) {
          if (outcome.status === 'fulfilled') continue;
          const { reason } = outcome;
          expect(reason === thrown || isConnectionError(reason) || isApiError(reason)).toBe(true);
        }
      }
      left = 0;
      await expect(store.listPets()).resolves.toMatchObject({ items: [] });
    }),
    { numRuns: 100 },
  );
});

test.each([null, 0, '', false])(
  'when %p is thrown, then the call rejects with it',
  async (thrown) => {
    const fail = () => {
      throw thrown;
    };
    const { store: hooked } = await connectWith({ onRequest: fail }, json(200, []));
    await expect(hooked.listPets()).rejects.toBe(thrown);
    const { store: keyed } = await connectWith({ apiKey: fail }, json(200, []));
    await expect(keyed.listPets()).rejects.toBe(thrown);
    const { store } = await connect(stall);
    const controller = new AbortController();
    const call = store.listPets({}, { signal: controller.signal });
    setTimeout(() => controller.abort(thrown), 5);
    await expect(call).rejects.toBe(thrown);
  },
);

test('when headers may not be read, then calls succeed, and only the next page is unknown', async () => {
  const headers = { ...RATE_LIMIT_HEADERS, ...LISTED };
  const refuse = (member: string) => {
    if (member === 'get') throw new Error('Failed to get response header');
  };
  const fetch = async () =>
    Object.freeze(watch(new Response(JSON.stringify([REX]), { headers }), refuse));
  const store = new AnimalStore({ ...KEY, fetch });
  for (let count = 0; count < 6; count += 1) {
    const page = await store.listPets();
    expect(page.items).toEqual([REX]);
    const cause = expect.objectContaining({ message: 'Failed to get response header' });
    expect(() => page.next).toThrow(expect.objectContaining({ name: 'PaginationError', cause }));
  }
  expect(store.rateLimit).toBeUndefined();
});

describe('when a fetch fails by a fault of the program, then the call rejects with it, and is not retried', () => {
  test.each([new ReferenceError('x is not defined'), new SyntaxError('bad')])(
    '%p',
    async (error) => {
      const fetch = jest.fn().mockRejectedValue(error);
      await expect(new AnimalStore({ ...KEY, fetch }).listPets()).rejects.toBe(error);
      expect(fetch).toHaveBeenCalledTimes(1);
    },
  );

  test('a platform without fetch', async () => {
    const { fetch } = globalThis;
    Object.assign(globalThis, { fetch: undefined });
    const call = new AnimalStore(KEY)
      .listPets()
      .finally(() => Object.assign(globalThis, { fetch }));
    await expect(call).rejects.toThrow(/pass one to the client/);
  });

  test('an option that the platform refuses', async () => {
    const { store, clock } = await connect(json(200, []));
    const call = store.listPets({}, { cache: 'only-if-cached' });
    await expect(call).rejects.toMatchObject({ name: 'TypeError' });
    await expect(call).rejects.toThrow(/only-if-cached/);
    expect(clock.delaysMs).toEqual([]);
  });
});

test('when eleven calls share a signal, then it has one listener, of which no platform warns', async () => {
  const { signal } = new AbortController();
  const counts: number[] = [];
  const fetch: typeof globalThis.fetch = async () => {
    counts.push(getEventListeners(signal, 'abort').length);
    return ok();
  };
  const store = new AnimalStore({ ...KEY, fetch });
  await Promise.all(Array.from({ length: 11 }, () => store.listPets({}, { signal })));
  expect(new Set(counts)).toEqual(new Set([1]));
  expect(getEventListeners(signal, 'abort')).toEqual([]); // a platform keeps a signal with a listener
});

test.each(['fetch', 'apiKey', 'onRequest'])(
  'when %s never returns, then the time limit ends the attempt',
  async (name) => {
    const store = new AnimalStore({
      ...KEY,
      fetch: async () => ok(),
      [name]: () => new Promise(() => {}),
    });
    await expect(store.listPets({}, { timeoutMs: 10, maxRetries: 0 })).rejects.toThrow(
      /exceeded 10 ms/,
    );
  },
);

test('when the quota is always used up, then a call waits for ten windows, and rejects', async () => {
  const used = { 'Retry-After': '60', RateLimit: '"minute";r=0;t=60, "day";r=9;t=3642' };
  const { store, server } = await connect(
    json(429, { code: 'rate_limited', message: 'x', status: 429 }, used),
  );
  await expect(store.listPets({}, { maxRetries: 1 })).rejects.toMatchObject({
    code: 'rate_limited',
  });
  expect(server.received).toHaveLength(1 + 1 + 10);
});

test('when nothing was sent yet, then a server needs neither the time nor randomness', async () => {
  const used: string[] = [];
  const [date, random] = [jest.spyOn(Date, 'now'), jest.spyOn(Math, 'random')];
  date.mockImplementation(() => used.push('Date.now'));
  random.mockImplementation(() => used.push('Math.random'));
  let before: string[] | undefined;
  const fetch = async () => {
    before ??= [...used];
    return ok();
  };
  await new AnimalStore({ ...KEY, fetch }).listPets();
  date.mockRestore();
  random.mockRestore();
  expect(before).toEqual([]);
});

test('when there is no crypto, then an Idempotency-Key is made without it', async () => {
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
  const requests: OutgoingRequest[] = [];
  const onRequest = (request: OutgoingRequest) => void requests.push(request);
  const { store } = await connectWith({ onRequest }, json(201, REX));
  await store
    .createPet({ name: 'Rex', categoryId: 1 })
    .finally(() =>
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true }),
    );
  expect(requests[0]?.headers['Idempotency-Key']).toMatch(/^[\da-f]{32}$/);
});

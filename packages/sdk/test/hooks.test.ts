// Functions among the options: hooks, and the one that returns the key.
import { document } from '@animal-store/contract/document';
import type { OutgoingRequest } from '../src/index.js';
import { systemClock } from '../src/platform/clock.js';
import { connectWith, REX } from './support/connect.js';
import { json, type Responder, rateLimited, unavailable } from './support/scripted-server.js';

const { refusalsPerMinute } = document['x-rate-limit-ban'];
const DEPRECATED = { Deprecation: '@1795132800' };
/** Every hook runs in the first call of this script. */
const SCRIPT: [Responder, Responder] = [
  rateLimited({ 'Retry-After': '5', ...DEPRECATED }),
  json(200, REX, DEPRECATED),
];
const HOOKS = ['onRequest', 'onResponse', 'onDeprecated', 'onWait', 'apiKey'];

test('onRequest may add headers but never gets the key, and onResponse gets each response', async () => {
  const requests: OutgoingRequest[] = [];
  const statuses: number[] = [];
  const { store, server } = await connectWith(
    {
      apiKey: 'as_live_secret',
      onRequest: async (request) => {
        await null;
        requests.push(request);
        request.headers.traceparent = `00-${request.attempt}`;
      },
      onResponse: ({ response, durationMs, operation }) => {
        statuses.push(response.status);
        expect(durationMs).toBeGreaterThanOrEqual(0);
        expect(operation).toBe('getPet');
      },
    },
    json(503, '', {}),
    json(200, REX),
  );
  await store.getPet({ petId: 1 });
  expect(server.received.map(({ headers }) => headers.traceparent)).toEqual(['00-0', '00-1']);
  expect(statuses).toEqual([503, 200]);
  expect(JSON.stringify(requests)).not.toContain('as_live_secret');
});

test('when onRequest adds an invalid header, then the call rejects without retries', async () => {
  const onRequest = ({ headers }: OutgoingRequest) =>
    void Object.assign(headers, { 'X-User': '日本' });
  const { store, server } = await connectWith({ onRequest }, json(200, []));
  await expect(store.listPets()).rejects.toMatchObject({ name: 'TypeError' });
  expect(server.received).toHaveLength(0);
});

test('when the platform’s fetch is replaced after the client was made, then calls go to the replacement', async () => {
  const { store, server } = await connectWith({}, json(200, REX));
  const stub = new Response('{"id":2,"name":"Stub","categoryId":1}');
  const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(stub);
  await expect(store.getPet({ petId: 2 })).resolves.toMatchObject({ name: 'Stub' });
  fetch.mockRestore();
  await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
  expect(server.received).toHaveLength(1);
});

test('when hooks return promises, then the call waits for each of them', async () => {
  const steps: string[] = [];
  const step = (name: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    steps.push(name);
  };
  const sent =
    (respond: Responder): Responder =>
    (res, req) => {
      steps.push('sent');
      respond(res, req);
    };
  const [refusal, success] = SCRIPT;
  const { store } = await connectWith(
    {
      onRequest: step('request'),
      onResponse: step('response'),
      onDeprecated: step('deprecated'),
      onWait: step('wait'),
    },
    sent(refusal),
    sent(success),
  );
  await store.getPet({ petId: 1 });
  expect(steps).toEqual([
    ...['request', 'sent', 'response', 'deprecated', 'wait'],
    ...['request', 'sent', 'response'],
  ]);
});

test('when onResponse gets a 429, then the client has stopped', async () => {
  let other: Promise<unknown> | undefined;
  const sentAtMs: number[] = [];
  const { store, clock } = await connectWith(
    {
      onResponse: async ({ response }) => {
        if (response.status !== 429) return;
        other = store.getPet({ petId: 2 });
        await new Promise((resolve) => setTimeout(resolve, 20));
      },
    },
    rateLimited({ 'Retry-After': '30' }),
    (res, req) => {
      sentAtMs.push(clock.nowMs);
      json(200, REX)(res, req);
    },
  );
  const startMs = clock.nowMs;
  await store.getPet({ petId: 1 });
  await other;
  expect(Math.min(...sentAtMs)).toBeGreaterThanOrEqual(startMs + 30_000);
});

test.each(HOOKS)(
  'when %s fails, then the call rejects with its error, and without retries',
  async (name) => {
    const hook = jest.fn(async () => 'as_live_1');
    hook.mockRejectedValueOnce(new Error('broken hook'));
    const { store, server } = await connectWith(
      { onDeprecated: () => {}, [name]: hook },
      ...SCRIPT,
    );
    await expect(store.getPet({ petId: 1 })).rejects.toThrow('broken hook');
    expect(server.received).toHaveLength(['onRequest', 'apiKey'].includes(name) ? 0 : 1);
  },
);

test.each([
  ['429', rateLimited({ 'Retry-After': '30' })],
  ['503', unavailable({ 'Retry-After': '30' })],
])(
  'when onWait throws because of a %s, then the call rejects without waiting',
  async (_, respond) => {
    const onWait = () => {
      throw new Error('broken hook');
    };
    const startMs = Date.now();
    const { store } = await connectWith({ onWait, clock: systemClock }, respond, json(200, REX));
    await expect(store.getPet({ petId: 1 })).rejects.toThrow('broken hook');
    expect(Date.now() - startMs).toBeLessThan(30_000); // it does not wait until then
  },
);

test.each(HOOKS)(
  'when calls are aborted while %s runs, then they end, and later calls go on',
  async (name) => {
    let isHanging = true;
    const controller = new AbortController();
    const { signal } = controller;
    const hook = () => {
      controller.abort();
      return isHanging ? new Promise<never>(() => {}) : 'as_live_1';
    };
    const [refusal, success] = SCRIPT;
    const { store } = await connectWith({ onDeprecated: () => {}, [name]: hook }, (res, req) =>
      (isHanging ? refusal : success)(res, req),
    );
    const calls = Array.from({ length: refusalsPerMinute }, () =>
      store.getPet({ petId: 1 }, { signal }),
    );
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
    isHanging = false;
    await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
  },
);

import type { OutgoingRequest } from '../src/index.js';
import { connectWith, REX } from './support/connect.js';
import { json, rateLimited } from './support/scripted-server.js';

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
  const { store, server } = await connectWith(
    {
      onRequest: ({ headers }) => {
        headers['X-User'] = '日本';
      },
    },
    json(200, []),
  );
  await expect(store.listPets()).rejects.toMatchObject({ name: 'TypeError' });
  expect(server.received).toHaveLength(0);
});

test('when the platform’s fetch is replaced after the client was made, then calls go to the replacement', async () => {
  const { store, server } = await connectWith({}, json(200, REX));
  const fetch = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('{"id":2,"name":"Stub","categoryId":1}'));
  await expect(store.getPet({ petId: 2 })).resolves.toMatchObject({ name: 'Stub' });
  fetch.mockRestore();
  await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
  expect(server.received).toHaveLength(1);
});

describe('when hooks return promises', () => {
  test('then the call waits for each of them', async () => {
    const steps: string[] = [];
    const step = (name: string) => async () => {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(name);
    };
    const { store } = await connectWith(
      {
        onRequest: step('request'),
        onResponse: step('response'),
        onDeprecated: step('deprecated'),
      },
      (res, req) => {
        steps.push('sent');
        json(200, REX, { Deprecation: '@1795132800' })(res, req);
      },
    );
    await store.getPet({ petId: 1 });
    expect(steps).toEqual(['request', 'sent', 'response', 'deprecated']);
  });

  test('then a 429 has stopped the client before onResponse gets it', async () => {
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

  test.each(['onRequest', 'onResponse', 'onDeprecated'])(
    'then a rejection of %s fails the call without retries, and later calls go on',
    async (name) => {
      const hook = jest.fn(async () => {});
      for (let call = 0; call < 20; call += 1) hook.mockRejectedValueOnce(new Error('broken hook'));
      const { store, server } = await connectWith(
        { onDeprecated: () => {}, [name]: hook },
        json(200, REX, { Deprecation: '@1795132800' }),
      );
      await expect(store.getPet({ petId: 1 })).rejects.toThrow('broken hook');
      expect(server.received).toHaveLength(name === 'onRequest' ? 0 : 1);
      await Promise.allSettled(Array.from({ length: 19 }, () => store.getPet({ petId: 1 })));
      await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
    },
  );

  test('then an abort does not wait for them', async () => {
    const controller = new AbortController();
    const { store } = await connectWith(
      {
        onResponse: () => {
          controller.abort();
          return new Promise(() => {});
        },
      },
      json(200, []),
    );
    await expect(store.listPets({}, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

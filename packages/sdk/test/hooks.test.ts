import type { OutgoingRequest } from '../src/index.js';
import { connectWith, REX } from './support/connect.js';
import { json } from './support/scripted-server.js';

test('when there are hooks, then onRequest may add headers but never gets the key, and onResponse gets each response', async () => {
  const requests: OutgoingRequest[] = [];
  const statuses: number[] = [];
  const { store, server } = await connectWith(
    {
      apiKey: 'as_live_secret',
      onRequest: (request) => {
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

test('when there is a fetch option, then it is used in place of the platform’s fetch', async () => {
  const fetch = jest.fn(globalThis.fetch);
  const { store } = await connectWith({ fetch }, json(200, REX));
  await store.getPet({ petId: 1 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

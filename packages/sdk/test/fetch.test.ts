// The `fetch` that a client lends to other clients, and openapi-fetch on it.
import { createFetchClient } from '../src/openapi-fetch.js';
import { connect, connectWith, REX } from './support/connect.js';
import { html, json, rateLimited, unavailable } from './support/scripted-server.js';

const BODY = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };

test('when two responses are 503, then store.fetch retries under one Idempotency-Key, with the key', async () => {
  const { store, server } = await connect(unavailable(), unavailable(), json(201, REX));
  const response = await store.fetch(`${server.baseUrl}/pets`, {
    ...BODY,
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer of another client' },
  });
  expect(await response.json()).toEqual(REX);
  const key = server.received[0]?.headers['idempotency-key'];
  expect(key).toMatch(/^\w{32}$/);
  const headers = { authorization: 'Bearer as_live_test', 'idempotency-key': key };
  expect(server.received).toMatchObject(Array(3).fill({ headers, body: BODY.body }));
});

test('when the quota is used up, then store.fetch waits, or resolves with its own 429 if that is too long', async () => {
  const { store, server, clock } = await connect(
    rateLimited({ 'Retry-After': '30' }),
    json(200, [REX]),
    rateLimited({ 'Retry-After': '90' }),
  );
  const startMs = clock.nowMs;
  expect((await store.fetch('pets')).status).toBe(200);
  expect(clock.nowMs - startMs).toBeGreaterThanOrEqual(30_000);
  expect((await store.fetch('pets')).status).toBe(429);
  const refused = await store.fetch('pets');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '90']);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(server.received).toHaveLength(3);
});

test('when the response is an error, then store.fetch resolves with it as it is', async () => {
  const { store } = await connectWith(
    { maxRetries: 0 },
    html(502, '<p>Bad gateway</p>'),
    json(404, { code: 'not_found' }),
  );
  const response = await store.fetch('pets');
  expect([response.status, await response.text()]).toEqual([502, '<p>Bad gateway</p>']);
  const missing = await store.fetch('pets/5');
  expect(await missing.clone().json()).toEqual({ code: 'not_found' });
  expect(await missing.json()).toEqual({ code: 'not_found' });
});

test.each([
  'https://elsewhere.example/v1/pets',
  '/v2/pets',
  'pets/../../v2/pets',
  'nothing',
  'pets/1/2',
  '//elsewhere.example/v1/pets',
])(
  'when the address is %s, then store.fetch rejects with a TypeError, and the key goes nowhere',
  async (address) => {
    const fetch = jest.fn(globalThis.fetch);
    const { store } = await connectWith({ fetch }, json(200, []));
    await expect(store.fetch(address)).rejects.toThrow(TypeError);
    expect(fetch).not.toHaveBeenCalled();
  },
);

test('when openapi-fetch is on the store, then integers are exact in every place', async () => {
  const exact = json(200, '{"id":9007199254740993,"name":"Rex","categoryId":1}');
  const { store, server } = await connect(exact);
  const client = createFetchClient(store);
  const params = { path: { petId: 9007199254740993n } };
  const { data } = await client.GET('/pets/{petId}', { params });
  expect(data?.id).toBe(9007199254740993n);
  await client.POST('/pets', { body: { name: 'Rex', categoryId: 9007199254740995n } });
  expect(server.received.at(-1)).toMatchObject({
    url: '/v1/pets',
    body: '{"name":"Rex","categoryId":9007199254740995}',
  });
  expect(server.received[0]?.url).toBe('/v1/pets/9007199254740993');
});

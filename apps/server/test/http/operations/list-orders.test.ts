import type { Order } from '@animal-store/contract';
import { pageSizesOf } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { faultsOf, idsOf, nextOf } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

function order(id: number | bigint, rest: Partial<Order> = {}): Order {
  return {
    id,
    petId: 7,
    quantity: 1,
    shipDate: '2026-11-20T09:30:00Z',
    complete: false,
    ...rest,
  };
}

describe('a listing of orders', () => {
  test('is an empty array while there are none, and has no next page', async () => {
    const reply = await server.call('/store/orders');
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('[]');
    expect(nextOf(reply)).toBeUndefined();
  });

  test('is a bare array of whole orders in ascending id', async () => {
    await server.store.orders.put([
      order(30, { complete: true, quantity: 2147483647 }),
      order(-5, { petId: -1, shipDate: '2026-12-24T18:00:00.123+01:00' }),
      order(4),
    ]);
    const reply = await server.call('/store/orders');
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual([
      {
        id: -5,
        petId: -1,
        quantity: 1,
        shipDate: '2026-12-24T18:00:00.123+01:00',
        complete: false,
      },
      { id: 4, petId: 7, quantity: 1, shipDate: '2026-11-20T09:30:00Z', complete: false },
      { id: 30, petId: 7, quantity: 2147483647, shipDate: '2026-11-20T09:30:00Z', complete: true },
    ]);
  });

  test('shows an order that came again in its newest form, once', async () => {
    await server.store.orders.put([order(1), order(2)]);
    await server.store.orders.put([order(1, { complete: true })]);
    const reply = await server.call('/store/orders');
    expect(reply.json).toEqual([order(1, { complete: true }), order(2)]);
  });

  test('is for callers with a key only', async () => {
    await server.store.orders.put([order(1)]);
    const reply = await server.call('/store/orders', { key: null });
    expect(reply.status).toBe(401);
    expect(reply.json).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('answers HEAD as GET, without the body', async () => {
    await server.store.orders.put([order(1), order(2)]);
    const got = await server.call('/store/orders?limit=1');
    const head = await server.call('/store/orders?limit=1', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'link']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  test('is experimental and hides its live panel, but is not deprecated', async () => {
    const { headers } = await server.call('/store/orders');
    for (const name of ['deprecation', 'sunset', 'link']) expect(headers.has(name)).toBe(false);
    const shown = await fetch(`${server.url}/openapi.json`);
    expect(await shown.json()).toMatchObject({
      paths: {
        '/store/orders': {
          get: {
            operationId: 'listOrders',
            'x-stability': 'experimental',
            'x-hideTryItPanel': true,
          },
        },
      },
    });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no orders: %s is a 405', async (method) => {
    const reply = await server.call('/store/orders', {
      method,
      json: { id: 1, petId: 7, quantity: 1, shipDate: '2026-11-20T09:30:00Z', complete: false },
    });
    expect(reply.status).toBe(405);
    expect(reply.json.code).toBe('method_not_allowed');
    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await server.call('/store/orders')).json).toEqual([]);
  });
});

describe('the limit', () => {
  const { minLimit, maxLimit, defaultLimit } = pageSizesOf('listOrders');

  beforeEach(() =>
    server.store.orders.put(Array.from({ length: maxLimit + 1 }, (_, index) => order(index + 1))),
  );

  test.each([
    ['', defaultLimit],
    [`?limit=${minLimit}`, minLimit],
    [`?limit=${maxLimit}`, maxLimit],
  ])('of %p gives a page of %d', async (query, length) => {
    const reply = await server.call(`/store/orders${query}`);
    expect(idsOf(reply)).toEqual(Array.from({ length }, (_, index) => index + 1));
    expect(nextOf(reply)).toBeDefined();
  });

  test.each([
    `${minLimit - 1}`,
    `${maxLimit + 1}`,
    '-1',
    '',
    '5.0',
    '1e1',
    '0x10',
    '%2B5',
    '9223372036854775808',
  ])('%p is a 400 that names it', async (limit) => {
    expect(faultsOf(await server.call(`/store/orders?limit=${limit}`))).toEqual(['query /limit']);
  });
});

test.each([
  ['status=sold', ['query /status']],
  ['petId=7', ['query /petId']],
  ['limit=1&limit=2', ['query /limit']],
])('the query %p is a 400 that names what is wrong', async (query, faults) => {
  expect(faultsOf(await server.call(`/store/orders?${query}`))).toEqual(faults);
});

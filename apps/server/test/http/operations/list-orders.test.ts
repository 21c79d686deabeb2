import type { Order } from '@animal-store/contract';
import { allowOf, pageSizesOf, undeclaredMethodsOf } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { errorLocations, idsOf, nextOf } from './helpers.js';

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

describe('listOrders', () => {
  test('when there are no orders, then it is an empty array without a next page', async () => {
    const reply = await server.call('/store/orders');
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('[]');
    expect(nextOf(reply)).toBeUndefined();
  });

  test('returns an array of orders by ascending id', async () => {
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

  test('when an order was imported again, then only its newest version is listed', async () => {
    await server.store.orders.put([order(1), order(2)]);
    await server.store.orders.put([order(1, { complete: true })]);
    const reply = await server.call('/store/orders');
    expect(reply.json).toEqual([order(1, { complete: true }), order(2)]);
  });

  test('when the request has no key, then it is a 401', async () => {
    await server.store.orders.put([order(1)]);
    const reply = await server.call('/store/orders', { key: null });
    expect(reply.status).toBe(401);
    expect(reply.json).toMatchObject({ code: 'unauthorized', status: 401 });
  });

  test('when the method is HEAD, then it has the headers of GET and no body', async () => {
    await server.store.orders.put([order(1), order(2)]);
    const got = await server.call('/store/orders?limit=1');
    const head = await server.call('/store/orders?limit=1', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'link']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  test('is experimental, hides its Try it panel and is not deprecated', async () => {
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

  test.each(undeclaredMethodsOf('/store/orders'))(
    'when the method is %s, then it is a 405',
    async (method) => {
      const reply = await server.call('/store/orders', {
        method,
        json: { id: 1, petId: 7, quantity: 1, shipDate: '2026-11-20T09:30:00Z', complete: false },
      });
      expect(reply.status).toBe(405);
      expect(reply.json.code).toBe('method_not_allowed');
      expect(reply.headers.get('allow')).toBe(allowOf('/store/orders'));
      expect((await server.call('/store/orders')).json).toEqual([]);
    },
  );
});

describe('the limit of listOrders', () => {
  const { minLimit, maxLimit, defaultLimit } = pageSizesOf('listOrders');

  beforeEach(() =>
    server.store.orders.put(Array.from({ length: maxLimit + 1 }, (_, index) => order(index + 1))),
  );

  test.each([
    ['', defaultLimit],
    [`?limit=${minLimit}`, minLimit],
    [`?limit=${maxLimit}`, maxLimit],
  ])('when the query is %p, then the page has %d items', async (query, length) => {
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
  ])('when it is %p, then it is a 400 that names it', async (limit) => {
    expect(errorLocations(await server.call(`/store/orders?limit=${limit}`))).toEqual([
      'query /limit',
    ]);
  });
});

test.each([
  ['status=sold', ['query /status']],
  ['petId=7', ['query /petId']],
  ['limit=1&limit=2', ['query /limit']],
])('when the query is %p, then it is a 400 that names the error', async (query, locations) => {
  expect(errorLocations(await server.call(`/store/orders?${query}`))).toEqual(locations);
});

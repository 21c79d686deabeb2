import { AnimalStore, type OutgoingRequest, TimeoutError } from '../src/index.js';
import { json, type ScriptedServer, startScripted } from './support/scripted-server.js';

const REX = { id: 1, name: 'Rex', categoryId: 1 };

let server: ScriptedServer;
afterEach(() => server.close());

const connect = async (...script: Parameters<typeof startScripted>) => {
  server = await startScripted(...script);
  return new AnimalStore({ baseUrl: `${server.baseUrl}/`, apiKey: 'as_live_test' });
};

describe('parameters travel where the contract says', () => {
  test('query parameters, encoded; those that are undefined stay away', async () => {
    const store = await connect(json(200, []));
    await store.listPets({ limit: 5, status: undefined as never, cursor: 'a b&c' });
    expect(server.received[0]?.url).toBe('/v1/pets?limit=5&cursor=a%20b%26c');
  });

  test('the path, the key, and what a reply should be', async () => {
    const store = await connect(json(200, REX));
    await expect(store.getPet({ petId: 1 })).resolves.toEqual(REX);
    expect(server.received[0]).toMatchObject({
      method: 'GET',
      url: '/v1/pets/1',
      headers: { authorization: 'Bearer as_live_test', accept: 'application/json' },
    });
    expect(server.received[0]?.headers['content-type']).toBeUndefined();
  });

  test('the body as JSON', async () => {
    const store = await connect(json(201, REX));
    await store.createPet({ name: 'Rex', categoryId: 1 });
    expect(server.received[0]).toMatchObject({
      body: '{"name":"Rex","categoryId":1}',
      headers: { 'content-type': 'application/json' },
    });
  });
});

describe('64-bit integers are exact', () => {
  test('in a path and in a body, out of a reply', async () => {
    const store = await connect(
      json(
        201,
        '{"id":9007199254740993,"name":"a \\"9007199254740995\\" b","categoryId":-9223372036854775808}',
      ),
    );
    const pet = await store.createPet({
      name: '9007199254740997',
      categoryId: 9223372036854775807n,
    });
    expect(server.received[0]?.body).toBe(
      '{"name":"9007199254740997","categoryId":9223372036854775807}',
    );
    expect(pet).toEqual({
      id: 9007199254740993n,
      name: 'a "9007199254740995" b',
      categoryId: -9223372036854775808n,
    });
    await store.getPet({ petId: pet.id });
    expect(server.received[1]?.url).toBe('/v1/pets/9007199254740993');
  });

  test('safe ones are numbers, also beside large ones', async () => {
    const store = await connect(
      json(200, '[{"id":9007199254740991,"name":"x","categoryId":9007199254740992}]'),
    );
    const { items } = await store.listPets();
    expect(items).toEqual([{ id: 9007199254740991, name: 'x', categoryId: 9007199254740992n }]);
  });

  test('a number that has already been rounded is refused, by name', async () => {
    const store = await connect(json(200, []));
    await expect(store.createPet({ name: 'x', categoryId: 2 ** 53 })).rejects.toThrow(
      /categoryId.*bigint/,
    );
    await expect(store.getPet({ petId: 2 ** 60 })).rejects.toThrow(/petId.*bigint/);
    expect(server.received).toHaveLength(0);
  });
});

describe('paging', () => {
  const page = (ids: number[], next?: string) =>
    json(
      200,
      ids.map((id) => ({ ...REX, id })),
      next ? { Link: `</v1/pets?limit=2&status=sold&cursor=${next}>; rel="next"` } : {},
    );

  test('next fetches the following page with the same parameters, and is undefined on the last', async () => {
    const store = await connect(page([1, 2], 'c1'), page([3]));
    const first = await store.listPets({ limit: 2, status: 'sold' });
    expect(first.items.map(({ id }) => id)).toEqual([1, 2]);
    const second = await first.next?.();
    expect(second?.items.map(({ id }) => id)).toEqual([3]);
    expect(second?.next).toBeUndefined();
    expect(server.received[1]?.url).toBe('/v1/pets?limit=2&status=sold&cursor=c1');
  });

  test('all gives every item, and fetches a page only when the loop gets there', async () => {
    const store = await connect(page([1, 2], 'c1'), page([3, 4], 'c2'), page([5]));
    const ids: unknown[] = [];
    for await (const { id } of store.listPets.all({ limit: 2, status: 'sold' })) {
      ids.push(id);
      expect(server.received).toHaveLength(Math.ceil(ids.length / 2));
    }
    expect(ids).toEqual([1, 2, 3, 4, 5]);
  });

  test('a loop that stops early fetches no more', async () => {
    const store = await connect(page([1, 2], 'c1'), page([3]));
    for await (const { id } of store.listPets.all({ limit: 2 })) if (id === 2) break;
    expect(server.received).toHaveLength(1);
  });
});

describe('what comes beside the data', () => {
  test('withResponse tells headers, quota and request id; the latest quota is on the store', async () => {
    const store = await connect(json(200, REX, { 'X-Request-Id': 'r-1' }));
    expect(store.rateLimit).toBeUndefined();
    const { data, response, rateLimit, requestId } = await store
      .getPet({ petId: 1 })
      .withResponse();
    expect(data).toEqual(REX);
    expect(response.status).toBe(200);
    expect(requestId).toBe('r-1');
    expect(rateLimit).toEqual({
      limit: 60,
      remaining: 59,
      reset: 1795132860,
      minute: { limit: 60, remaining: 59, resetSeconds: 42 },
      day: { limit: 1000, remaining: 999, resetSeconds: 3642 },
    });
    expect(store.rateLimit).toEqual(rateLimit);
  });

  test('an error tells them too', async () => {
    const store = await connect(
      json(404, { code: 'not_found', message: 'No.', status: 404 }, { 'X-Request-Id': 'r-2' }),
    );
    await expect(store.getPet({ petId: 1 }).withResponse()).rejects.toMatchObject({
      name: 'NotFoundError',
      code: 'not_found',
      message: 'No.',
      requestId: 'r-2',
      rateLimit: { remaining: 59 },
    });
  });

  test('a deprecation is told once for each operation, with sunset and successor', async () => {
    server = await startScripted(
      json(200, REX, {
        Deprecation: '@1795132800',
        Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
        Link: '</v1/pets>; rel="successor-version"',
      }),
    );
    const onDeprecated = jest.fn();
    const store = new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'k', onDeprecated });
    await store.getPet({ petId: 1 });
    await store.getPet({ petId: 2 });
    expect(onDeprecated.mock.calls).toEqual([
      [
        {
          operation: 'getPet',
          since: new Date('2026-11-20'),
          sunset: new Date('2030-12-05'),
          successor: '/v1/pets',
        },
      ],
    ]);
  });

  test('by default a deprecation is one warning on the console', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const store = await connect(
      json(200, REX, { Deprecation: '@1795132800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }),
    );
    await store.getPet({ petId: 1 });
    await store.getPet({ petId: 1 });
    expect(warn.mock.calls).toEqual([
      ['animal-store: getPet is deprecated and may be gone from 2030-12-05.'],
    ]);
    warn.mockRestore();
  });
});

describe('hooks', () => {
  test('onRequest may add headers and never sees the key; onResponse hears of each attempt', async () => {
    server = await startScripted(json(503, '', {}), json(200, REX));
    const requests: OutgoingRequest[] = [];
    const statuses: number[] = [];
    const store = new AnimalStore({
      baseUrl: server.baseUrl,
      apiKey: 'as_live_secret',
      clock: { now: () => Date.now(), sleep: async () => {} },
      onRequest: (request) => {
        requests.push(request);
        request.headers.traceparent = `00-${request.attempt}`;
      },
      onResponse: ({ response, durationMs, operation }) => {
        statuses.push(response.status);
        expect(durationMs).toBeGreaterThanOrEqual(0);
        expect(operation).toBe('getPet');
      },
    });
    await store.getPet({ petId: 1 });
    expect(server.received.map(({ headers }) => headers.traceparent)).toEqual(['00-0', '00-1']);
    expect(statuses).toEqual([503, 200]);
    expect(JSON.stringify(requests)).not.toContain('as_live_secret');
  });

  test('fetch can be brought along', async () => {
    server = await startScripted(json(200, REX));
    const fetch = jest.fn(globalThis.fetch);
    const store = new AnimalStore({ baseUrl: server.baseUrl, apiKey: 'k', fetch });
    await store.getPet({ petId: 1 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

test('a TimeoutError is a ConnectionError that says how long it waited', async () => {
  const store = await connect(() => {});
  await expect(store.getPet({ petId: 1 }, { timeoutMs: 20, maxRetries: 0 })).rejects.toThrow(
    TimeoutError,
  );
  await expect(store.getPet({ petId: 1 }, { timeoutMs: 20, maxRetries: 0 })).rejects.toThrow(
    /longer than 20 ms/,
  );
});

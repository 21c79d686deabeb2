import fc from 'fast-check';
import { pageSizesOf, petStatuses } from '../../support/contract-values.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { addPets, fetchAllPages, idsOf, manyPets, nextOf } from './helpers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

async function addOrders(count: number): Promise<void> {
  await server.store.orders.put(
    Array.from({ length: count }, (_, index) => ({
      id: count - index,
      petId: 1,
      quantity: 1,
      shipDate: '2026-11-20T09:30:00Z',
      complete: false,
    })),
  );
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const LISTINGS = [
  ['/pets', 'listPets', (count: number) => addPets(server, manyPets(count))],
  ['/store/orders', 'listOrders', addOrders],
] as const;

describe.each(LISTINGS)('the pages of %s', (path, operationId, addItems) => {
  const { minLimit, maxLimit, defaultLimit } = pageSizesOf(operationId);

  test.each([
    [1, 5, [1]],
    [4, 5, [4]],
    [5, 5, [5]],
    [6, 5, [5, 1]],
    [10, 5, [5, 5]],
    [11, 5, [5, 5, 1]],
    [3, 1, [1, 1, 1]],
  ])('%d items in pages of %d are the pages %j', async (count, limit, lengths) => {
    await addItems(count);
    const pages = await fetchAllPages(server, `${path}?limit=${limit}`);
    expect(pages.map((page) => page.json.length)).toEqual(lengths);
    expect(idsOf(...pages)).toEqual(upTo(count));
  });

  test.each([
    [defaultLimit, 1],
    [defaultLimit + 1, 2],
    [2 * defaultLimit, 2],
    [2 * defaultLimit + 1, 3],
  ])('%d items in pages of the default size are %d pages', async (count, length) => {
    await addItems(count);
    const pages = await fetchAllPages(server, path);
    expect(pages).toHaveLength(length);
    expect(idsOf(...pages)).toEqual(upTo(count));
  });

  test('the next link keeps the limit, which the client may change', async () => {
    await addItems(9);
    const next = nextOf(await server.call(`${path}?limit=2`)) ?? '';
    expect(new URLSearchParams(next.split('?')[1]).get('limit')).toBe('2');
    const rest = await fetchAllPages(server, next.replace('limit=2', 'limit=4'));
    expect(rest.map((page) => page.json.length)).toEqual([4, 3]);
    expect(idsOf(...rest)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  test('the next link works for other API keys, and repeatedly', async () => {
    await addItems(5);
    const next = nextOf(await server.call(`${path}?limit=2`)) ?? '';
    const { key } = await server.issueKey('free');
    for (const caller of [server.key, key, key]) {
      expect(idsOf(await server.call(next, { key: caller }))).toEqual([3, 4]);
    }
  });

  test('HEAD has a next link', async () => {
    await addItems(3);
    const head = await server.call(`${path}?limit=2`, { method: 'HEAD' });
    expect(idsOf(await server.call(nextOf(head) ?? ''))).toEqual([3]);
  });

  test('any limit returns every item once, in order and on full pages', async () => {
    const COUNT = 30;
    await addItems(COUNT);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: minLimit, max: Math.min(40, maxLimit) }),
        async (limit) => {
          const pages = await fetchAllPages(server, `${path}?limit=${limit}`);
          expect(pages).toHaveLength(Math.ceil(COUNT / limit));
          for (const page of pages.slice(0, -1)) expect(page.json).toHaveLength(limit);
          expect(idsOf(...pages)).toEqual(upTo(COUNT));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a fetchAllPages through animals', () => {
  test('with a status filter have every matching animal once', async () => {
    const status = fc.constantFrom(...petStatuses(), undefined);
    await fc.assert(
      fc.asyncProperty(
        fc.array(status, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...petStatuses()),
        async (added, limit, filter) => {
          const before = idsOf(...(await fetchAllPages(server, `/pets?status=${filter}`)));
          for (const each of added) {
            await server.store.pets.insert({
              name: 'a',
              categoryId: 1,
              ...(each && { status: each }),
            });
          }
          const pages = await fetchAllPages(server, `/pets?status=${filter}&limit=${limit}`);
          const ids = idsOf(...pages);
          expect(ids).toHaveLength(before.length + added.filter((each) => each === filter).length);
          expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
          for (const page of pages) {
            for (const pet of page.json) expect(pet.status).toBe(filter);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('have every animal once while others are added, and the new ones last', async () => {
    await addPets(server, manyPets(5));
    const first = await server.call('/pets?limit=2');
    const pages = [first];
    for (let next = nextOf(first); next !== undefined; ) {
      if (pages.length <= 3) await addPets(server, manyPets(1));
      const page = await server.call(next);
      pages.push(page);
      next = nextOf(page);
    }
    expect(pages.map((page) => idsOf(page))).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
  });

  test('when animals are added after the last page, then its cursor returns them', async () => {
    await addPets(server, manyPets(4));
    const next = nextOf(await server.call('/pets?limit=3')) ?? '';
    expect(idsOf(await server.call(next))).toEqual([4]);
    await addPets(server, manyPets(1));
    expect(idsOf(await server.call(next))).toEqual([4, 5]);
  });
});

describe('a fetchAllPages through orders', () => {
  test('have every existing order once while others are added', async () => {
    await addOrders(4);
    const first = await server.call('/store/orders?limit=2');
    await server.store.orders.put(
      [0, 5].map((id) => ({
        id,
        petId: 1,
        quantity: 1,
        shipDate: '2026-11-20T09:30:00Z',
        complete: true,
      })),
    );
    expect(idsOf(first, ...(await fetchAllPages(server, nextOf(first) ?? '')))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });
});

// Pages: the next one, iteration over all items, and the end of a list.
import { PaginationError } from '../../src/index.js';
import { listPetsOptions } from '../../src/tanstack-query.js';
import { connect, page, REX } from '../support/connect.js';
import { json, type Responder } from '../support/scripted-server.js';

test('when next is called, then it fetches the next page with the same parameters; the last has no next', async () => {
  const { store, server } = await connect(page([1, 2], 'c1'), page([3]));
  const first = await store.listPets({ limit: 2, status: 'sold' });
  expect(first.items.map(({ id }) => id)).toEqual([1, 2]);
  expect([...first]).toEqual(first.items);
  const second = await first.next?.();
  expect(second?.items.map(({ id }) => id)).toEqual([3]);
  expect(second?.next).toBeUndefined();
  expect(server.received[1]?.url).toBe('/v1/pets?limit=2&status=sold&cursor=c1');
});

test('when a loop iterates over all, then it gets every item, and fetches each page when it reaches it', async () => {
  const { store, server } = await connect(page([1, 2], 'c1'), page([3, 4], 'c2'), page([5]));
  const ids: unknown[] = [];
  for await (const { id } of store.listPets.all({ limit: 2, status: 'sold' })) {
    ids.push(id);
    expect(server.received).toHaveLength(Math.ceil(ids.length / 2));
  }
  expect(ids).toEqual([1, 2, 3, 4, 5]);
});

test('when the loop breaks early, then no further page is fetched', async () => {
  const { store, server } = await connect(page([1, 2], 'c1'), page([3]));
  for await (const { id } of store.listPets.all({ limit: 2 })) if (id === 2) break;
  expect(server.received).toHaveLength(1);
});

/** Reads all pages, and keeps the ids up to where that fails. */
const readIds = async (pages: AsyncIterable<{ id: unknown }>, ids: unknown[]) => {
  for await (const { id } of pages) ids.push(id);
};

describe('when a cursor comes twice, then the call rejects instead of running in a circle', () => {
  test.each<[string, [Responder, ...Responder[]], number[]]>([
    ['the same one again', [page([1], 'c1'), page([2], 'c1')], [1]],
    ['one of an earlier page', [page([1], 'c1'), page([2], 'c2'), page([3], 'c1')], [1, 2]],
  ])('%s, in a loop over all', async (_, script, expected) => {
    const { store, server } = await connect(...script);
    const ids: unknown[] = [];
    await expect(readIds(store.listPets.all(), ids)).rejects.toMatchObject({
      name: 'PaginationError',
      message: 'listPets: the service returned the cursor "c1" twice, so that its pages never end',
    });
    expect(ids).toEqual(expected);
    expect(server.received).toHaveLength(script.length);
  });

  test('with next', async () => {
    const { store } = await connect(page([1], 'c1'));
    const first = await store.listPets();
    await expect(first.next?.()).rejects.toBeInstanceOf(PaginationError);
    await expect(first.next?.()).rejects.toBeInstanceOf(PaginationError);
  });

  test('with the cursor of the call itself', async () => {
    const { store } = await connect(page([2], 'c1'));
    await expect(store.listPets({ cursor: 'c1' })).rejects.toBeInstanceOf(PaginationError);
  });

  test('but not if a page is fetched again', async () => {
    const { store } = await connect(page([1], 'c1'), page([2], 'c2'));
    const first = await store.listPets();
    await expect(first.next?.()).resolves.toMatchObject({ nextCursor: 'c2' });
    await expect(first.next?.()).resolves.toMatchObject({ nextCursor: 'c2' });
  });
});

describe('when a proxy has removed the Link, then nothing ends without a word', () => {
  const NO_LINK = { name: 'PaginationError', message: expect.stringMatching(/^listPets: .*Link/) };
  const withoutLink = ([id]: [number?], link = '') =>
    json(200, id === undefined ? [] : [{ ...REX, id }], { Link: link });

  test.each([
    ['of the first page', [withoutLink([1])], [1]],
    ['of a later page', [page([1], 'c1'), withoutLink([2])], [1, 2]],
    ['and sent another', [withoutLink([1], '</v2/pets>; rel="successor-version"')], [1]],
    ['or its cursor', [withoutLink([1], '</v1/pets>; rel="first", <?>; rel="next"')], [1]],
    ['or cut its cursor', [withoutLink([1], '</v1/pets?cursor=%E0%>; rel="next"')], [1]],
  ] satisfies [string, Responder[], number[]][])('%s', async (_, [first, ...others], ids) => {
    const { store } = await connect(first as Responder, ...others);
    const received: unknown[] = [];
    await expect(readIds(store.listPets.all(), received)).rejects.toMatchObject(NO_LINK);
    expect(received).toEqual(ids);
  });

  test('the page’s own items can be used, but not what tells whether more follow', async () => {
    const { store } = await connect(withoutLink([1]));
    const unknown = await store.listPets();
    expect([...unknown]).toEqual([REX]);
    for (const ask of [() => unknown.next, () => unknown.nextCursor, () => ({ ...unknown })])
      expect(ask).toThrow(PaginationError);
    const query = listPetsOptions(store).queryFn(new AbortController());
    await expect(query).rejects.toMatchObject(NO_LINK);
  });

  test('but a page without items is the last one', async () => {
    const { store } = await connect(withoutLink([]));
    expect({ ...(await store.listPets()) }).toEqual({ items: [] });
  });
});

describe('when a page is spread, then the copy is plain data', () => {
  const RATE_LIMIT = { limit: 60, remaining: 59 };

  test('with the cursor of the next page, by which a call gets it', async () => {
    const { store, server } = await connect(page([1, 2], 'c1'), page([3]));
    const first = await store.listPets({ limit: 2 });
    const data = { items: [1, 2].map((id) => ({ ...REX, id })), nextCursor: 'c1' };
    expect({ ...first }).toStrictEqual(data);
    for (const copy of [structuredClone({ ...first }), structuredClone(first)]) {
      expect(Object.getPrototypeOf(copy).constructor.name).toBe('Object');
      expect(copy).toEqual(data);
    }
    expect(JSON.parse(JSON.stringify(first))).toStrictEqual(data);
    await store.listPets({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(server.received[1]?.url).toBe('/v1/pets?limit=2&cursor=c1');
  });

  test('without a cursor on the last page', async () => {
    const { store } = await connect(page([3]));
    const last = await store.listPets();
    expect(Object.keys(last)).toEqual(['items']);
    expect(last.rateLimit).toMatchObject(RATE_LIMIT);
  });
});

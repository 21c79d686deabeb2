import { connect, REX } from '../support/connect.js';
import { json } from '../support/scripted-server.js';

const page = (ids: number[], next?: string) =>
  json(
    200,
    ids.map((id) => ({ ...REX, id })),
    next ? { Link: `</v1/pets?limit=2&status=sold&cursor=${next}>; rel="next"` } : {},
  );

test('when next is called, then it fetches the next page with the same parameters, until the last page has none', async () => {
  const { store, server } = await connect(page([1, 2], 'c1'), page([3]));
  const first = await store.listPets({ limit: 2, status: 'sold' });
  expect(first.items.map(({ id }) => id)).toEqual([1, 2]);
  const second = await first.next?.();
  expect(second?.items.map(({ id }) => id)).toEqual([3]);
  expect(second?.next).toBeUndefined();
  expect(server.received[1]?.url).toBe('/v1/pets?limit=2&status=sold&cursor=c1');
});

test('when a loop iterates over all, then it gets every item, and a page is fetched when the loop reaches it', async () => {
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

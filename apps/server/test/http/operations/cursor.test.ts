import fc from 'fast-check';
import { startServer, type TestServer } from '../../support/start-server.js';
import {
  addPets,
  databaseFile,
  errorLocations,
  idsOf,
  manyPets,
  nextOf,
  withServer,
} from './helpers.js';

const INVALID_CURSOR = ['query /cursor'];

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
  await addPets(server, [
    ...manyPets(3),
    ...Array.from({ length: 3 }, () => ({ name: 's', categoryId: 1, status: 'sold' as const })),
  ]);
  await server.store.orders.put(
    [1, 2, 3].map((id) => ({
      id,
      petId: 1,
      quantity: 1,
      shipDate: '2026-11-20T09:30:00Z',
      complete: false,
    })),
  );
});
afterEach(() => server.close());

/** Cursor of the second page of a list. */
async function cursorOf(path: string): Promise<string> {
  const next = nextOf(await server.call(path));
  const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor');
  if (cursor === null) throw new Error(`${path} has no second page`);
  return cursor;
}

describe('a cursor', () => {
  test.each(['/pets', '/store/orders'])('of %s continues after its page', async (path) => {
    const cursor = await cursorOf(`${path}?limit=2`);
    expect(idsOf(await server.call(`${path}?limit=1&cursor=${cursor}`))).toEqual([3]);
  });

  test('with another filter is a 400 that names it', async () => {
    const all = await cursorOf('/pets?limit=2');
    const sold = await cursorOf('/pets?limit=2&status=sold');
    expect(idsOf(await server.call(`/pets?status=sold&cursor=${sold}`))).toEqual([6]);
    for (const query of [
      `status=sold&cursor=${all}`,
      `status=pending&cursor=${sold}`,
      `cursor=${sold}`,
    ]) {
      expect(errorLocations(await server.call(`/pets?${query}`))).toEqual(INVALID_CURSOR);
    }
  });

  test('of another list is a 400 that names it', async () => {
    const pets = await cursorOf('/pets?limit=2');
    const orders = await cursorOf('/store/orders?limit=2');
    expect(pets).not.toBe(orders);
    expect(errorLocations(await server.call(`/store/orders?cursor=${pets}`))).toEqual(
      INVALID_CURSOR,
    );
    expect(errorLocations(await server.call(`/pets?cursor=${orders}`))).toEqual(INVALID_CURSOR);
  });

  test('of another service is a 400 that names it', () =>
    withServer({}, async (other) => {
      await addPets(other, manyPets(3));
      const reply = await other.call(`/pets?cursor=${await cursorOf('/pets?limit=2')}`);
      expect(errorLocations(reply)).toEqual(INVALID_CURSOR);
    }));

  test('survives a restart', async () => {
    const { file, remove } = databaseFile();
    try {
      const next = await withServer({ file }, async (before) => {
        await addPets(before, manyPets(3));
        return nextOf(await before.call('/pets?limit=2')) ?? '';
      });
      await withServer({ file }, async (after) => {
        expect(idsOf(await after.call(next))).toEqual([3]);
      });
    } finally {
      remove();
    }
  });

  test('with any changed character is a 400 that names it', async () => {
    const cursor = await cursorOf('/pets?limit=2');
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
      expect(errorLocations(await server.call(`/pets?cursor=${changed}`))).toEqual(INVALID_CURSOR);
    }
  });

  test('that is truncated, extended or re-encoded is a 400 that names it', async () => {
    const cursor = await cursorOf('/pets?limit=2');
    const [id, signature] = cursor.split('.');
    for (const changed of [
      id,
      signature,
      `${id}.`,
      `.${signature}`,
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}.`,
      `${cursor}.${signature}`,
      `${cursor}%20`,
      `%20${cursor}`,
      `${id}=.${signature}`,
      `${cursor},${cursor}`,
      cursor.toLowerCase(),
    ]) {
      expect(errorLocations(await server.call(`/pets?cursor=${changed}`))).toEqual(INVALID_CURSOR);
    }
  });

  test('with the signature of another cursor is a 400 that names it', async () => {
    const [, signature] = (await cursorOf('/pets?limit=2')).split('.');
    const [id] = (await cursorOf('/pets?limit=3')).split('.');
    expect(errorLocations(await server.call(`/pets?cursor=${id}.${signature}`))).toEqual(
      INVALID_CURSOR,
    );
  });

  test.each([
    '',
    '1',
    '2',
    'null',
    'MQ',
    'MQ.',
    'MQ.AAAAAAAAAAAAAAAAAAAAAA',
    '%00',
    '%zz',
    'x'.repeat(512),
    'x'.repeat(513),
    '%F0%9F%98%80',
  ])('that is forged, %p, is a 400 that names it', async (cursor) => {
    expect(errorLocations(await server.call(`/pets?cursor=${cursor}`))).toEqual(INVALID_CURSOR);
    expect(errorLocations(await server.call(`/store/orders?cursor=${cursor}`))).toEqual(
      INVALID_CURSOR,
    );
  });

  test('of random text is a 400 that names it', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.stringMatching(/^[\w-]{0,12}\.[\w-]{22}$/),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('/pets', '/store/orders'), async (cursor, path) => {
        const reply = await server.call(`${path}?cursor=${encodeURIComponent(cursor)}`);
        expect(errorLocations(reply)).toEqual(INVALID_CURSOR);
      }),
      { numRuns: 200 },
    );
  });

  test('given twice is a 400 that names it', async () => {
    const cursor = await cursorOf('/pets?limit=2');
    const reply = await server.call(`/pets?cursor=${cursor}&cursor=${cursor}`);
    expect(errorLocations(reply)).toEqual(INVALID_CURSOR);
  });
});

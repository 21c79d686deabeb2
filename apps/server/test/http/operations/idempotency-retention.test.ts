import { document } from '@animal-store/contract';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile, idsOf, isReplay, postOnce, withServer } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };
const { retentionSeconds } = document['x-idempotency'];

/** How near to its end a record is looked at: the clock of PostgreSQL does not stand still meanwhile. */
const EDGE_MS = process.env.TEST_STORE === 'postgres' ? 60_000 : 1;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const once = (name: string, body: object = HAMBONE) => postOnce(server, name, body);

describe('the retention of a key', () => {
  test('ends with the seconds that the contract gives it, and not one millisecond earlier', async () => {
    await once('a');
    await server.advanceTime(retentionSeconds * 1000 - EDGE_MS);
    expect(isReplay(await once('a'))).toBe(true);
    expect((await once('a', { ...HAMBONE, categoryId: 8 })).status).toBe(422);
    await server.advanceTime(EDGE_MS);
    const anew = await once('a', { ...HAMBONE, categoryId: 8 });
    expect(anew.status).toBe(201);
    expect(isReplay(anew)).toBe(false);
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2]);
  });

  test('is counted from the first request, not from a replay', async () => {
    await once('a');
    await server.advanceTime(retentionSeconds * 500);
    await once('a');
    await server.advanceTime(retentionSeconds * 500);
    expect(isReplay(await once('a'))).toBe(false);
  });

  test('begins anew with the request that comes after it', async () => {
    await once('a');
    await server.advanceTime(retentionSeconds * 1000);
    await once('a');
    await server.advanceTime(retentionSeconds * 1000 - EDGE_MS);
    expect((await once('a')).json.id).toBe(2);
  });

  test('follows an edit of the contract', async () => {
    const edit: StartOptions['edit'] = (contract) =>
      Object.assign(contract['x-idempotency'], { retentionSeconds: 600 });
    await withServer({ edit }, async (edited) => {
      await postOnce(edited, 'a', HAMBONE);
      await edited.advanceTime(600_000 - EDGE_MS);
      expect((await postOnce(edited, 'a', HAMBONE)).json.id).toBe(1);
      await edited.advanceTime(EDGE_MS);
      expect((await postOnce(edited, 'a', HAMBONE)).json.id).toBe(2);
    });
  });
});

test('a key is remembered over a restart, for what is left of its time', async () => {
  const { file, remove } = databaseFile();
  try {
    const before = await withServer({ file }, async (first) => {
      await postOnce(first, 'a', HAMBONE);
      return { key: first.key, nowMs: first.clock.nowMs };
    });
    const nowMs = before.nowMs + retentionSeconds * 1000 - 1;
    await withServer({ file, nowMs }, async (after) => {
      const send = (body: object) => postOnce(after, 'a', body, { key: before.key });
      const again = await send(HAMBONE);
      expect(isReplay(again)).toBe(true);
      expect(again.json).toEqual({ id: 1, ...HAMBONE });
      expect((await send({ ...HAMBONE, categoryId: 8 })).status).toBe(422);
      after.clock.nowMs += 1;
      expect((await send({ ...HAMBONE, categoryId: 8 })).json.id).toBe(2);
    });
  } finally {
    remove();
  }
});

import { document } from '@animal-store/contract';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile, idsOf, isReplay, postOnce, withServer } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };
const { retentionSeconds } = document['x-idempotency'];

/** How close to expiry a record is tested. PostgreSQL uses its own clock, which keeps running. */
const EDGE_MS = process.env.TEST_STORE === 'postgres' ? 60_000 : 1;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const postWithKey = (name: string, body: object = HAMBONE) => postOnce(server, name, body);

describe('retention of an idempotency key', () => {
  test("ends after the contract's retentionSeconds, to the millisecond", async () => {
    await postWithKey('a');
    await server.advanceTime(retentionSeconds * 1000 - EDGE_MS);
    expect(isReplay(await postWithKey('a'))).toBe(true);
    expect((await postWithKey('a', { ...HAMBONE, categoryId: 8 })).status).toBe(422);
    await server.advanceTime(EDGE_MS);
    const second = await postWithKey('a', { ...HAMBONE, categoryId: 8 });
    expect(second.status).toBe(201);
    expect(isReplay(second)).toBe(false);
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2]);
  });

  test('starts with the first request, not with a replay', async () => {
    await postWithKey('a');
    await server.advanceTime(retentionSeconds * 500);
    await postWithKey('a');
    await server.advanceTime(retentionSeconds * 500);
    expect(isReplay(await postWithKey('a'))).toBe(false);
  });

  test('starts again with the first request after its end', async () => {
    await postWithKey('a');
    await server.advanceTime(retentionSeconds * 1000);
    await postWithKey('a');
    await server.advanceTime(retentionSeconds * 1000 - EDGE_MS);
    expect((await postWithKey('a')).json.id).toBe(2);
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

test('when the server restarts, then a key keeps its remaining retention', async () => {
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

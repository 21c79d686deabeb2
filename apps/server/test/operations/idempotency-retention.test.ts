import { type StartOptions, startServer, type TestServer } from '../support/start-server.js';
import { databaseFile, idsOf, isReplay, postOnce, withServer } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };
const DAY_SECONDS = 86_400;

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const once = (name: string, body: object = HAMBONE) => postOnce(server, name, body);

describe('24 hours', () => {
  test('after the first request its key is forgotten, and one millisecond before it is not', async () => {
    await once('a');
    server.clock.nowMs += DAY_SECONDS * 1000 - 1;
    expect(isReplay(await once('a'))).toBe(true);
    expect((await once('a', { ...HAMBONE, categoryId: 8 })).status).toBe(422);
    server.clock.nowMs += 1;
    const anew = await once('a', { ...HAMBONE, categoryId: 8 });
    expect(anew.status).toBe(201);
    expect(isReplay(anew)).toBe(false);
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2]);
  });

  test('are counted from the first request, not from a replay', async () => {
    await once('a');
    server.clock.advance(DAY_SECONDS / 2);
    await once('a');
    server.clock.advance(DAY_SECONDS / 2);
    expect(isReplay(await once('a'))).toBe(false);
  });

  test('begin anew with the request that comes after them', async () => {
    await once('a');
    server.clock.advance(DAY_SECONDS);
    await once('a');
    server.clock.nowMs += DAY_SECONDS * 1000 - 1;
    expect((await once('a')).json.id).toBe(2);
  });

  test('are as many as the contract says', async () => {
    const edit: StartOptions['edit'] = (contract) =>
      Object.assign(contract['x-idempotency'], { retentionSeconds: 60 });
    await withServer({ edit }, async (edited) => {
      await postOnce(edited, 'a', HAMBONE);
      edited.clock.nowMs += 59_999;
      expect((await postOnce(edited, 'a', HAMBONE)).json.id).toBe(1);
      edited.clock.nowMs += 1;
      expect((await postOnce(edited, 'a', HAMBONE)).json.id).toBe(2);
    });
  });
});

test('a key is remembered over a restart, for what is left of its 24 hours', async () => {
  const { file, remove } = databaseFile();
  try {
    const before = await withServer({ file }, async (first) => {
      await postOnce(first, 'a', HAMBONE);
      return { key: first.key, nowMs: first.clock.nowMs };
    });
    const nowMs = before.nowMs + DAY_SECONDS * 1000 - 1;
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

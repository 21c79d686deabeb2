// Writes while another process holds the write lock of the database, and requests that race with one Idempotency-Key.
import Database from 'better-sqlite3';
import { ApiError } from '../../../src/errors.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile, idsOf, isReplay, post, postOnce } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7 };

let server: TestServer;
let storeFile: ReturnType<typeof databaseFile>;
let other: Database.Database;
beforeEach(async () => {
  storeFile = databaseFile();
  server = await startServer({ file: storeFile.file });
  other = new Database(storeFile.file);
  // The first request writes a lease of the quota, so that only the animal needs the lock below.
  await server.call('/pets');
});
afterEach(async () => {
  other.close();
  await server.close();
  storeFile.remove();
});

/** Runs `act` while another process holds the write lock. */
async function whileLocked<T>(act: (unlock: () => void) => Promise<T>): Promise<T> {
  other.exec('BEGIN IMMEDIATE');
  const unlock = () => {
    if (other.inTransaction) other.exec('ROLLBACK');
  };
  try {
    return await act(unlock);
  } finally {
    unlock();
  }
}

const postWithKey = (name: string, body = HAMBONE) => postOnce(server, name, body);

describe('when a request with an Idempotency-Key is in progress', () => {
  test('then others with that key are a 409 at once, whatever the body, and it is a 201', async () => {
    await whileLocked(async (unlock) => {
      // any request may arrive first, but only the others can respond during the lock
      const all = [{}, {}, { categoryId: 8 }].map((change) =>
        postWithKey('a', { ...HAMBONE, ...change }),
      );
      const first = await Promise.race(all);
      expect(first.status).toBe(409);
      expect(first.json).toMatchObject({ code: 'idempotency_in_progress', status: 409 });
      unlock();
      const statuses = (await Promise.all(all)).map((reply) => reply.status);
      expect(statuses.sort()).toEqual([201, 409, 409]);
    });
    expect(idsOf(await server.call('/pets'))).toEqual([1]);
  });

  test('then other keys, other API keys and requests without a key are not affected', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1000, perDay: 1000 });
    await server.call('/pets', { key });
    await whileLocked(async (unlock) => {
      const all = [
        postWithKey('a'),
        postWithKey('a'),
        postWithKey('b'),
        post(server, HAMBONE),
        postOnce(server, 'a', HAMBONE, { key }),
      ];
      expect((await Promise.race(all)).status).toBe(409);
      expect((await server.call('/pets')).json).toEqual([]); // readers do not wait
      unlock();
      const statuses = (await Promise.all(all)).map((reply) => reply.status);
      expect(statuses.sort()).toEqual([201, 201, 201, 201, 409]);
    });
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2, 3, 4]);
  });
});

test('when many requests with one key race, then one animal is added; each reply has it or is a 409', async () => {
  for (const name of ['a', 'b', 'c']) {
    const replies = await Promise.all(Array.from({ length: 30 }, () => postWithKey(name)));
    const added = replies.filter((reply) => reply.status === 201);
    expect(added.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(new Set(added.map((reply) => reply.json.id)).size).toBe(1);
    for (const reply of replies) expect([201, 409]).toContain(reply.status);
  }
  expect(idsOf(await server.call('/pets'))).toEqual([1, 2, 3]);
});

test('when the store is locked for longer than the timeout, then a POST is a 503, and its key is free', async () => {
  await whileLocked(async () => {
    const [withKey, plain] = await Promise.all([postWithKey('a'), post(server, HAMBONE)]);
    for (const reply of [withKey, plain]) {
      expect(reply.status).toBe(503);
      expect(reply.json).toMatchObject({ code: 'unavailable', status: 503 });
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await server.call('/pets')).json).toEqual([]);
  });
  expect((await server.call('/pets')).json).toEqual([]);
  const retried = await postWithKey('a', { ...HAMBONE, categoryId: 8 });
  expect(retried.json).toEqual({ id: 1, name: 'Hambone', categoryId: 8 });
  expect(isReplay(retried)).toBe(false);
});

test('when a write waits for the lock, then the server is not ready until the lock is released', async () => {
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
  await whileLocked(async (unlock) => {
    expect(await readiness()).toBe(200); // no write is waiting
    const waiting = post(server, HAMBONE);
    expect(await Promise.race([waiting, untilStatus(503)])).toBe(503);
    unlock();
    expect((await waiting).status).toBe(201);
  });
  await untilStatus(200);

  async function untilStatus(status: number): Promise<number> {
    while ((await readiness()) !== status);
    return status;
  }
});

test('when an idempotency record cannot be written, then its animal is not added', async () => {
  other.exec(
    "CREATE TRIGGER refuse BEFORE INSERT ON idempotency_records BEGIN SELECT RAISE (ABORT, 'no'); END",
  );
  const [failed, plain] = await Promise.all([postWithKey('a'), post(server, HAMBONE)]);
  expect(failed.status).toBe(500);
  expect(failed.json).toEqual(new ApiError('internal_error').body);
  expect(plain.status).toBe(201); // the batch shares a transaction, but not the failure
  other.exec('DROP TRIGGER refuse');
  const retried = await postWithKey('a');
  expect(retried.status).toBe(201);
  expect(isReplay(retried)).toBe(false);
  expect((await server.call('/pets')).json).toEqual([plain.json, retried.json]);
});

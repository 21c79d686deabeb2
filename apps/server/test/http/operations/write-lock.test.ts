import Database from 'better-sqlite3';
import { ApiError } from '../../../src/errors.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { databaseFile, idsOf, isReplay, post, postOnce } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7 };

let server: TestServer;
let stored: ReturnType<typeof databaseFile>;
let other: Database.Database;
beforeEach(async () => {
  stored = databaseFile();
  server = await startServer({ file: stored.file });
  other = new Database(stored.file);
  // The quota writes a lease ahead for the caller: with it, only the animal waits for the lock.
  await server.call('/pets');
});
afterEach(async () => {
  other.close();
  await server.close();
  stored.remove();
});

/** Another process writes: nobody else can until it is over. */
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

const once = (name: string, body = HAMBONE) => postOnce(server, name, body);

describe('when a request with an Idempotency-Key is still running', () => {
  test('then another with that key gets 409 at once, and the first one gets its 201', async () => {
    await whileLocked(async (unlock) => {
      // Which of the two arrives first is the network's affair; only the other one can answer while nothing is written.
      const both = [once('a'), once('a')];
      const early = await Promise.race(both);
      expect(early.status).toBe(409);
      expect(early.json).toMatchObject({ code: 'idempotency_in_progress', status: 409 });
      unlock();
      const statuses = (await Promise.all(both)).map((reply) => reply.status);
      expect(statuses.sort()).toEqual([201, 409]);
    });
    expect(idsOf(await server.call('/pets'))).toEqual([1]);
    expect(isReplay(await once('a'))).toBe(true);
  });

  test('then another body under that key gets 409 too: the first has not come to count', async () => {
    await whileLocked(async (unlock) => {
      const both = [once('a'), once('a', { ...HAMBONE, categoryId: 8 })];
      expect((await Promise.race(both)).status).toBe(409);
      unlock();
      await Promise.all(both);
    });
    expect(idsOf(await server.call('/pets'))).toEqual([1]);
  });

  test('then other keys, other callers and requests without a key do not feel it', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1000, perDay: 1000 });
    await server.call('/pets', { key });
    await whileLocked(async (unlock) => {
      const all = [
        once('a'),
        once('a'),
        once('b'),
        post(server, HAMBONE),
        postOnce(server, 'a', HAMBONE, { key }),
      ];
      expect((await Promise.race(all)).status).toBe(409);
      expect((await server.call('/pets')).json).toEqual([]); // who reads does not wait
      unlock();
      const statuses = (await Promise.all(all)).map((reply) => reply.status);
      expect(statuses.sort()).toEqual([201, 201, 201, 201, 409]);
    });
    expect(idsOf(await server.call('/pets'))).toEqual([1, 2, 3, 4]);
  });
});

test('when many requests race for one key, then one animal is added, and each gets it or a 409', async () => {
  for (const name of ['a', 'b', 'c']) {
    const replies = await Promise.all(Array.from({ length: 30 }, () => once(name)));
    const added = replies.filter((reply) => reply.status === 201);
    expect(added.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(new Set(added.map((reply) => reply.json.id)).size).toBe(1);
    for (const reply of replies) expect([201, 409]).toContain(reply.status);
  }
  expect(idsOf(await server.call('/pets'))).toEqual([1, 2, 3]);
});

describe('when nothing can be written for longer than the service waits', () => {
  test('then a POST gets 503 with Retry-After, adds nothing, and does not use up its key', async () => {
    await whileLocked(async () => {
      const [named, plain] = await Promise.all([once('a'), post(server, HAMBONE)]);
      for (const reply of [named, plain]) {
        expect(reply.status).toBe(503);
        expect(reply.json).toMatchObject({ code: 'unavailable', status: 503 });
        expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect((await server.call('/pets')).json).toEqual([]);
    });
    expect((await server.call('/pets')).json).toEqual([]);
    const anew = await once('a', { ...HAMBONE, categoryId: 8 });
    expect(anew.json).toEqual({ id: 1, name: 'Hambone', categoryId: 8 });
    expect(isReplay(anew)).toBe(false);
  });
});

describe('when the record of a key cannot be written', () => {
  test('then its animal is not added either: both or neither', async () => {
    other.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON idempotency_records BEGIN SELECT RAISE (ABORT, 'no'); END",
    );
    const [failed, plain] = await Promise.all([once('a'), post(server, HAMBONE)]);
    expect(failed.status).toBe(500);
    expect(failed.json).toEqual(new ApiError('internal_error').body);
    expect(plain.status).toBe(201); // it shares the transaction, not the failure
    other.exec('DROP TRIGGER refuse');
    const anew = await once('a');
    expect(anew.status).toBe(201);
    expect(isReplay(anew)).toBe(false);
    expect((await server.call('/pets')).json).toEqual([plain.json, anew.json]);
  });
});

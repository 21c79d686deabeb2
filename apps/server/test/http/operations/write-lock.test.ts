// Writes while another process holds the write lock of the database. Races and failures of writes: nodes/storage/once.test.ts.
import Database from 'better-sqlite3';
import { useServerOnFile } from '../../support/use-server.js';
import { waitUntil } from '../../support/wait-until.js';
import { idsOf, isReplay, post, postOnce } from './helpers.js';

const HAMBONE = { name: 'Hambone', categoryId: 7 };

const server = useServerOnFile();
let other: Database.Database;
beforeEach(async () => {
  other = new Database(server.file);
  // The first request writes a lease of the quota, so that only the animal needs the lock below.
  await server.call('/pets');
});
afterEach(() => other.close());

/** Runs `act` while another process holds the write lock. */
async function whileLocked(act: (unlock: () => void) => Promise<void>): Promise<void> {
  other.exec('BEGIN IMMEDIATE');
  await act(() => void other.exec('ROLLBACK'));
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

test('when the store is locked for longer than the timeout, then a POST is a 503, and its key is free', async () => {
  await whileLocked(async (unlock) => {
    const [withKey, plain] = await Promise.all([postWithKey('a'), post(server, HAMBONE)]);
    for (const reply of [withKey, plain]) {
      expect(reply.status).toBe(503);
      expect(reply.json).toMatchObject({ code: 'unavailable', status: 503 });
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await server.call('/pets')).json).toEqual([]);
    unlock();
  });
  expect((await server.call('/pets')).json).toEqual([]);
  const retried = await postWithKey('a', { ...HAMBONE, categoryId: 8 });
  expect(retried.json).toEqual({ id: 1, name: 'Hambone', categoryId: 8 });
  expect(isReplay(retried)).toBe(false);
});

test('when a key needs several leases while the store is locked, then its requests wait for one timeout', async () => {
  const { key } = await server.issueKey('free');
  await whileLocked(async (unlock) => {
    const startMs = performance.now();
    const all = Array.from({ length: 20 }, () => server.call('/pets', { key }));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(performance.now() - startMs).toBeLessThan(3_500); // the timeout is 2 s
    expect(new Set(statuses)).toEqual(new Set([503]));
    unlock();
  });
  expect((await server.call('/pets', { key })).status).toBe(200);
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
    await waitUntil(async () => (await readiness()) === status);
    return status;
  }
});

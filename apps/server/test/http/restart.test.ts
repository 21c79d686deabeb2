// What a restart keeps: counts, bans, idempotency keys and cursors; and counts that cannot be written.
import { document } from '@animal-store/contract';
import Database from 'better-sqlite3';
import { withFixedQuotas } from '../support/fixed-quotas.js';
import { START_MS, startServer, type TestServer } from '../support/start-server.js';
import {
  addPets,
  databaseFile,
  idsOf,
  isReplay,
  manyPets,
  nextOf,
  postOnce,
  withServer,
} from './operations/helpers.js';
import { countOutcomes, outcomeOf, rateOf, retryAfterOf } from './rate-limit/rate-limit-headers.js';

const DAY_MS = 86_400_000;
const HAMBONE = { name: 'Hambone', categoryId: 7, status: 'available' };

let place: ReturnType<typeof databaseFile>;
let server: TestServer;
beforeEach(async () => {
  place = databaseFile();
  server = await startServer({ file: place.file, edit: withFixedQuotas });
});
afterEach(async () => {
  await server.close();
  place.remove();
});

async function restart(): Promise<void> {
  const { nowMs } = server.clock;
  await server.close();
  server = await startServer({ file: place.file, nowMs, edit: withFixedQuotas });
}

const call = (key: string | null) => server.call('/pets', { key });

async function callTimes(count: number, key: string | null) {
  return Promise.all(Array.from({ length: count }, () => call(key)));
}

describe('when the server restarts', () => {
  test('then the counts of both windows are exact, also of anonymous clients', async () => {
    const { key } = await server.issueKey('free');
    await Promise.all([callTimes(7, key), callTimes(3, null)]);
    for (const used of [8, 9]) {
      await restart();
      expect((await call(key)).headers.get('RateLimit')).toBe(
        `"minute";r=${60 - used};t=60, "day";r=${1000 - used};t=50400`,
      );
      expect(rateOf(await call(null)).remaining).toBe(60 - (used - 4));
    }
  });

  test('then refusals, bans and the number of bans of the day are kept', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 100 });
    await callTimes(10, key);
    await restart();
    expect(outcomeOf(await call(key))).toBe('key_banned');
    server.clock.advance(100);
    await restart();
    const banned = await call(key);
    expect(outcomeOf(banned)).toBe('key_banned');
    expect(retryAfterOf(banned)).toBe(200);
    server.clock.advance(200);
    await restart();
    await callTimes(10, key);
    await restart();
    expect(retryAfterOf(await call(key))).toBe(600);
  });

  test('then a lifted ban stays lifted, and one that began since is kept', async () => {
    const { key, id } = await server.issueKey('enterprise', { perMinute: 1, perDay: 100 });
    await callTimes(11, key);
    await server.store.keys.liftBans(id, server.clock.nowMs);
    await restart();
    await callTimes(10, key);
    await restart();
    expect(retryAfterOf(await call(key))).toBe(300);
  });

  test.each([
    ['two days old, then all are kept', 2 * DAY_MS, 1],
    ['older, then those of addresses are deleted', 2 * DAY_MS + 1, undefined],
  ])('and counts are %s', async (_, ms, ofAddress) => {
    const { id, key } = await server.issueKey('free');
    await call(null);
    await call(key);
    server.clock.nowMs += ms;
    await restart();
    const { counters } = server.store;
    expect((await counters.load('address:127.0.0.1'))?.dayCount).toBe(ofAddress);
    expect((await counters.load(`key:${id}`))?.dayCount).toBe(1);
  });

  test('then an idempotency key keeps its remaining retention', async () => {
    const { key } = await server.issueKey('free');
    const send = (body: object) => postOnce(server, 'a', body, { key });
    await send(HAMBONE);
    server.clock.nowMs += document['x-idempotency'].retentionSeconds * 1000 - 1;
    await restart();
    const again = await send(HAMBONE);
    expect(isReplay(again)).toBe(true);
    expect(again.json).toEqual({ id: 1, ...HAMBONE });
    expect((await send({ ...HAMBONE, categoryId: 8 })).status).toBe(422);
    server.clock.nowMs += 1;
    expect((await send({ ...HAMBONE, categoryId: 8 })).json.id).toBe(2);
  });

  test('then a cursor leads on, as it does on another store', async () => {
    await addPets(server, manyPets(3));
    const next = nextOf(await server.call('/pets?limit=2')) ?? '';
    await restart();
    expect(idsOf(await server.call(next))).toEqual([3]);
    await withServer({}, async (other) => {
      await addPets(other, manyPets(3));
      expect(idsOf(await other.call(next))).toEqual([3]);
    });
  });
});

describe('when counts cannot be written', () => {
  /** Holds the write lock for longer than the server waits. */
  let other: Database.Database;
  beforeEach(() => {
    other = new Database(place.file);
  });
  afterEach(() => other.close());

  test('then a request that needs a write is a 503 and is not counted', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 40, perDay: 100 });
    other.exec('BEGIN IMMEDIATE');
    // more than the quota and the refusals before a ban, none of which may count later
    const replies = await callTimes(60, key);
    for (const reply of replies) {
      expect(reply.status).toBe(503);
      expect(reply.json.code).toBe('unavailable');
      expect(retryAfterOf(reply)).toBe(1);
      expect(rateOf(reply).limit).toBe(40);
    }
    other.exec('ROLLBACK');
    expect(rateOf(await call(key))).toEqual({
      limit: 40,
      remaining: 39,
      resetMs: START_MS + 60_000,
    });
    expect(countOutcomes(await callTimes(40, key))).toEqual({
      admitted: 39,
      rate_limited: 1,
      key_banned: 0,
    });
  });

  test('then a request covered by a lease is admitted', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 60, perDay: 1000 });
    await call(key); // takes a lease of three requests
    other.exec('BEGIN IMMEDIATE');
    expect(countOutcomes(await callTimes(2, key))).toMatchObject({ admitted: 2 });
    other.exec('ROLLBACK');
  });

  test('then an anonymous request is a 503', async () => {
    other.exec('BEGIN IMMEDIATE');
    const reply = await call(null);
    expect(reply.status).toBe(503);
    expect(rateOf(reply).limit).toBe(60);
    other.exec('ROLLBACK');
    expect(rateOf(await call(null)).remaining).toBe(59);
  });
});

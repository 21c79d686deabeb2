import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { withFixedQuotas } from '../../support/fixed-quotas.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import { countOutcomes, outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  server = await startServer({ file: join(folder, 'store.db'), edit: withFixedQuotas });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function restart(): Promise<void> {
  const { nowMs } = server.clock;
  await server.close();
  server = await startServer({ file: join(folder, 'store.db'), nowMs, edit: withFixedQuotas });
}

const call = (key: string | null) => server.call('/pets', { key });

async function callTimes(count: number, key: string | null) {
  return Promise.all(Array.from({ length: count }, () => call(key)));
}

describe('when the server restarts', () => {
  test('then the counts of both windows are exact', async () => {
    const { key } = await server.issueKey('free');
    await callTimes(7, key);
    for (const used of [8, 9, 10]) {
      await restart();
      const reply = await call(key);
      expect(reply.headers.get('RateLimit')).toBe(
        `"minute";r=${60 - used};t=60, "day";r=${1000 - used};t=50400`,
      );
    }
  });

  test('then a used-up quota stays used up until its reset', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 5, perDay: 100 });
    await callTimes(5, key);
    server.clock.advance(59);
    await restart();
    expect(retryAfterOf(await call(key))).toBe(1);
    server.clock.advance(1);
    expect(countOutcomes(await callTimes(6, key))).toMatchObject({ admitted: 5, rate_limited: 1 });
  });

  test('then the counts of anonymous clients are kept', async () => {
    await callTimes(3, null);
    await restart();
    expect(rateOf(await call(null)).remaining).toBe(56);
  });

  test('then refusals before and after it count toward a ban', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 100 });
    await callTimes(10, key);
    await restart();
    expect(outcomeOf(await call(key))).toBe('key_banned');
  });

  test('then a ban and the number of bans of the day are kept', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 100 });
    await callTimes(11, key);
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
    expect(outcomeOf(await call(key))).toBe('rate_limited');
    await restart();
    await callTimes(9, key);
    await restart();
    expect(retryAfterOf(await call(key))).toBe(300);
  });

  test('then counts of past windows are ignored', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 5, perDay: 6 });
    await callTimes(5, key);
    server.clock.nowMs = Date.UTC(2026, 10, 21);
    await restart();
    const reply = await call(key);
    expect(reply.headers.get('RateLimit')).toMatch(/"minute";r=4;.*"day";r=5;/);
  });
});

describe('when counts cannot be written', () => {
  /** Holds the write lock for longer than the server waits. */
  let other: Database.Database;
  beforeEach(() => {
    other = new Database(join(folder, 'store.db'));
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

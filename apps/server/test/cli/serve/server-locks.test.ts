// Servers on one database: one on a SQLite file, and on PostgreSQL those that count in the same Redis.
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@animal-store/engine/internal/lib/error-message';
import { Redis } from 'ioredis';
import pg from 'pg';
import { describeIfService } from '../../support/describe-if-service.js';
import { useDatabase } from '../../support/each-database.js';
import { createDatabase } from '../../support/postgres.js';
import { startRedis, useRedis } from '../../support/redis-process.js';
import { createKey } from '../../support/run-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';
import { waitUntil } from '../../support/wait-until.js';

const store = useTempStore();

describe('lock on a database file', () => {
  test('when a second server starts, by any path to the file, then it is refused, and the first serves on', async () => {
    const key = await createKey(store);
    await expect(store.open({ HOST: '192.0.2.1' })).rejects.toThrow('EADDRNOTAVAIL'); // and has no lock
    const first = await store.open();
    const link = join(store.folder, 'link.db');
    await symlink(store.file, link);
    for (const file of [store.file, link])
      expect(await store.failureOf(['serve'], { DATABASE_URL: `file:${file}` })).toMatch(
        /a server is serving .*\.db already/,
      );
    expect((await first.call('/pets', key)).status).toBe(200);
    expect((await store.cli(['keys', 'list'])).exitCode).toBe(0);
  });

  test('when several servers start at once on a new store, then one serves, until it is killed', async () => {
    const starts = await Promise.allSettled([store.start(), store.start(), store.start()]);
    const [server, ...others] = store.servers;
    expect(others).toEqual([]);
    expect(starts.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    const key = await createKey(store);
    expect((await server?.call('/pets', key))?.status).toBe(200);
    await server?.stop('SIGKILL');
    await store.open();
  });

  test('when servers are in memory, then they do not share a store', async () => {
    const env = { DATABASE_URL: ':memory:' };
    await Promise.all([store.open(env), store.open(env)]);
  });
});

const PASSWORD = 'not-to-be-printed';
const SERVING_LOCK = 7_236_485_002;

describeIfService('PostgreSQL', 'redis-server')('servers on one database', () => {
  const database = useDatabase();
  const redis = useRedis();

  const envOf = (rateLimitUrl?: string, url = database.url) => ({
    DATABASE_URL: url,
    ...(rateLimitUrl !== undefined && { RATE_LIMIT_URL: rateLimitUrl }),
  });
  const start = (rateLimitUrl?: string) => store.open(envOf(rateLimitUrl));
  /** Why a server does not start. */
  const startErrorOf = (rateLimitUrl?: string) => store.failureOf(['serve'], envOf(rateLimitUrl));
  const isReady = async ({ url }: { url: string }) => (await fetch(new URL('/readyz', url))).ok;

  test('when a server without Redis is running, then others are refused, with Redis or without', async () => {
    const first = await start();
    expect(await startErrorOf()).toContain('another server is serving this database already');
    expect(await startErrorOf(redis.url)).toContain(
      'a server without RATE_LIMIT_URL is serving this database',
    );
    expect(await isReady(first)).toBe(true);
  });

  test('when servers with Redis are running, then one without Redis is refused until the last has stopped', async () => {
    const nodes = await Promise.all([start(redis.url), start(redis.url)]);
    expect(await startErrorOf()).toContain('another server is serving this database already');
    await nodes[0]?.close();
    expect(await startErrorOf()).toContain('set RATE_LIMIT_URL');
    await nodes[1]?.close();
    await start();
  });

  test('when a server uses another Redis, or another database in it, then it is refused, also at once', async () => {
    const [other, second] = await Promise.all([
      startRedis('--requirepass', PASSWORD),
      createDatabase(),
    ]);
    await store.cli(['migrate'], { DATABASE_URL: second.url });
    const first = await start(redis.url);
    const [refusal, ...starts] = await Promise.all([
      startErrorOf(`${redis.url}/1`),
      ...[redis.url, `redis://:${PASSWORD}@127.0.0.1:${other.port}`].map((url) =>
        store.open(envOf(url, second.url)).then(() => undefined, errorMessage),
      ),
    ]);
    await start(redis.url.replace('127.0.0.1', 'localhost')); // the same Redis under another name
    expect(await isReady(first)).toBe(true);
    const refusals = starts.flatMap((result) => result ?? []);
    expect(refusals).toHaveLength(1);
    for (const line of [refusal, ...refusals]) {
      expect(line).toContain('count in another Redis: set RATE_LIMIT_URL to theirs');
      expect(line).not.toContain(PASSWORD);
    }
    await Promise.all([other.close(), second.drop()]);
  });

  test('when Redis is flushed, then its servers continue, and another one can start', async () => {
    const first = await start(redis.url);
    const client = new Redis(redis.port);
    await client.flushall();
    client.disconnect();
    const second = await start(redis.url);
    expect([await isReady(first), await isReady(second)]).toEqual([true, true]);
  });

  describe('when PostgreSQL drops the connection that holds the lock', () => {
    const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) + objid::bigint = ${SERVING_LOCK} AND objsubid = 1 AND granted`;

    test('then the server acquires it again', async () => {
      await start(redis.url);
      const { rows } = await database.query(HOLDERS);
      await database.query(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
      const held = async () => {
        const now = await database.query(HOLDERS);
        return now.rows.length > 0 && now.rows[0]?.pid !== rows[0]?.pid;
      };
      await waitUntil(held);
      expect(await startErrorOf()).toContain('another server is serving this database already');
      await start(redis.url);
    });

    test('then the server stops if a server without Redis has acquired it', async () => {
      const node = await store.start(envOf(redis.url));
      const client = new pg.Client(database.url);
      await client.connect();
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM (${HOLDERS}) AS holders; SELECT pg_advisory_lock(${SERVING_LOCK})`,
      );
      const { exitCode, stdout } = await node.ended;
      await client.end();
      expect(exitCode).toBe(1);
      expect(stdout).toContain('a server without RATE_LIMIT_URL is serving this database');
    });
  });
});

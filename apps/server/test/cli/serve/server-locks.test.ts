// Servers on one database: one on a SQLite file, and on PostgreSQL those that count in the same Redis.
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { describeIfService } from '../../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { type RedisProcess, startRedis } from '../../support/redis-process.js';
import { createKey } from '../../support/run-cli.js';
import { type CliResult, spawnCli } from '../../support/spawn-cli.js';
import { type ServerProcess, startServerProcess } from '../../support/start-server-process.js';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();

const serve = (env: Record<string, string> = {}) => store.cli(['serve'], { PORT: '0', ...env });

describe('lock on a database file', () => {
  test('when a second server starts, then it is refused, and the first server and other commands still work', async () => {
    const key = await createKey(store);
    const first = await store.start();
    const { stdout, stderr, exitCode } = await serve();
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: a server is serving .*store\.db already.*\n$/);
    expect((await first.call('/pets', key)).status).toBe(200);
    expect((await store.cli(['keys', 'list'])).exitCode).toBe(0);
  });

  test('when the second server uses another path to the file, then it is refused', async () => {
    await store.start();
    const link = join(store.folder, 'link.db');
    await symlink(store.file, link);
    const { stderr, exitCode } = await serve({ DATABASE_URL: `file:${link}` });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('a server is serving');
  });

  test('when several servers start at once on a new store, then one serves', async () => {
    const starts = await Promise.allSettled([store.start(), store.start(), store.start()]);
    const [server, ...others] = store.servers;
    expect(others).toEqual([]);
    expect(starts.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    const key = await createKey(store);
    expect((await server?.call('/pets', key))?.status).toBe(200);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'when the first server has ended by %s, then the next one starts',
    async (signal) => {
      const key = await createKey(store);
      const first = await store.start();
      await first.stop(signal);
      const second = await store.start();
      expect((await second.call('/pets', key)).status).toBe(200);
    },
  );

  test('when a start has failed, then the next one succeeds', async () => {
    expect((await serve({ HOST: '192.0.2.1' })).exitCode).toBe(1); // TEST-NET-1, not an address of this machine
    await store.start();
  });

  test('servers in memory do not share a store', async () => {
    const env = { DATABASE_URL: ':memory:' };
    await Promise.all([store.start(env), store.start(env)]);
    expect(store.servers).toHaveLength(2);
  });
});

const PASSWORD = 'not-to-be-printed';
const SERVING_LOCK = 7_236_485_002;

describeIfService('PostgreSQL', 'redis-server')('servers on one database', () => {
  let database: TestDatabase;
  let redis: RedisProcess;
  const running: ServerProcess[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop('SIGKILL')));
    await database.drop();
  });

  const envOf = (rateLimitUrl?: string) => ({
    PORT: '0',
    DATABASE_URL: database.url,
    ...(rateLimitUrl !== undefined && { RATE_LIMIT_URL: rateLimitUrl }),
  });
  async function start(rateLimitUrl?: string): Promise<ServerProcess> {
    const server = await startServerProcess({ env: envOf(rateLimitUrl) });
    running.push(server);
    return server;
  }
  /** Error line of a server that does not start. */
  async function startErrorOf(rateLimitUrl?: string): Promise<string> {
    const refused: CliResult = await spawnCli(['serve'], {
      env: envOf(rateLimitUrl),
      timeoutMs: 30_000,
    }).ended;
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout + refused.stderr).not.toContain(PASSWORD);
    expect(refused.stderr).toMatch(/^animal-store: cannot use postgres:[^\n]+\n$/);
    return refused.stderr;
  }
  const isReady = async ({ url }: ServerProcess) => (await fetch(new URL('/readyz', url))).ok;

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
    await nodes[0]?.stop();
    expect(await startErrorOf()).toContain('set RATE_LIMIT_URL');
    await nodes[1]?.stop();
    await start();
  });

  test('when a server uses another Redis, or another database in it, then it is refused', async () => {
    const other = await startRedis('--requirepass', PASSWORD);
    try {
      const first = await start(redis.url);
      const wrong = [`redis://:${PASSWORD}@127.0.0.1:${other.port}`, `${redis.url}/1`];
      for (const line of await Promise.all(wrong.map((url) => startErrorOf(url)))) {
        expect(line).toContain('count in another Redis: set RATE_LIMIT_URL to theirs');
      }
      expect(await isReady(first)).toBe(true);
      await start(redis.url.replace('127.0.0.1', 'localhost')); // the same Redis under another name
    } finally {
      await other.close();
    }
  });

  test('when two servers with different Redis start at once, then one of them serves', async () => {
    await start().then((server) => server.stop()); // creates the schema
    const other = await startRedis();
    try {
      const starts = await Promise.allSettled([start(redis.url), start(other.url)]);
      expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    } finally {
      await other.close();
    }
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
    let client: pg.Client;
    beforeEach(async () => {
      client = new pg.Client(database.url);
      client.on('error', () => {});
      await client.connect();
    });
    afterEach(() => client.end());

    const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) + objid::bigint = ${SERVING_LOCK} AND objsubid = 1 AND granted`;

    test('then the server acquires it again', async () => {
      await start(redis.url);
      const { rows } = await client.query(HOLDERS);
      await client.query(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
      const held = async () => {
        const now = await client.query(HOLDERS);
        return now.rows.length > 0 && now.rows[0].pid !== rows[0]?.pid;
      };
      while (!(await held()));
      expect(await startErrorOf()).toContain('another server is serving this database already');
      await start(redis.url);
    });

    test('then the server stops if a server without Redis has acquired it', async () => {
      const node = await start(redis.url);
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM (${HOLDERS}) AS holders; SELECT pg_advisory_lock(${SERVING_LOCK})`,
      );
      const { exitCode, stdout } = await node.ended;
      expect(exitCode).toBe(1);
      expect(stdout).toContain('a server without RATE_LIMIT_URL is serving this database');
    });
  });
});

// `doctor`: a line for each check, on both databases, beside a server and without one.
import { once } from 'node:events';
import { readdir, truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { freePort } from '../support/free-port.js';
import { startRedis } from '../support/redis-process.js';
import { runCli } from '../support/run-cli.js';
import { runInProcess } from '../support/run-in-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

/** The state and the text of each check. */
async function doctor(env: Readonly<Record<string, string>> = {}) {
  const run = 'NODE_OPTIONS' in env ? runCli : runInProcess;
  const { stdout, stderr, exitCode } = await run(['doctor'], { file: store.file, env });
  expect([stderr, exitCode]).toEqual(['', /^failed/m.test(stdout) ? 1 : 0]);
  expect(stdout).not.toContain('hunter2');
  const lines = stdout.trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(9, 19).trim(), line])) as Record<
    string,
    string
  >;
}

describe('on SQLite', () => {
  test('when all is well, then no check fails, before, beside and after a server', async () => {
    await store.cli(['migrate']);
    const free = { PORT: '0', METRICS_PORT: '0' };
    expect(await doctor(free)).toMatchObject({
      settings: expect.stringMatching(/^ok /),
      database: `ok       database  ${store.file} is read and written`,
      schema: expect.stringMatching(/^ok .* version \d+$/),
      clock: expect.stringMatching(/^ok /),
      disk: expect.stringMatching(/^(ok|warning) .* GB free in /),
      backup: 'warning  backup    there was none yet',
      redis: expect.stringMatching(/^skipped /),
      port: expect.stringMatching(/^ok /),
    });
    await store.cli(['backup', join(store.folder, 'backup.db')]);
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const env = { PORT: port, METRICS_PORT: metrics, METRICS_HOST: '::' };
    await store.open(env);
    expect(await doctor(env)).toMatchObject({
      database: expect.stringMatching(/^ok /),
      backup: 'ok       backup    the last one began 0.0 hours ago',
      port: `ok       port      127.0.0.1:${port} is served for this database`,
      metrics: `ok       metrics   [::]:${metrics} is served for this database`,
    });
    await writeFile(`${store.file}-last-backup`, new Date(Date.now() - 27 * 3_600_000).toJSON());
    expect((await doctor(env)).backup).toMatch(/^warning .* 27\.0 hours ago$/);
  });

  test('when there is no store, or its file is damaged, then that fails, and no store is new', async () => {
    for (const problem of ['there is no store at ', 'cannot open the database ']) {
      const before = await readdir(store.folder);
      const lines = await doctor({ PORT: '0' });
      expect(lines.database).toContain(`failed   database  ${problem}`);
      expect(lines.schema).toMatch(/^skipped /);
      expect(await readdir(store.folder)).toEqual(before);
      await store.cli(['migrate']);
      await truncate(store.file, 5_000);
      for (const log of ['-wal', '-shm']) await writeFile(`${store.file}${log}`, ''); // as SQLite's reader leaves them
    }
  });

  test('when settings are invalid, then each has its line, and nothing else is checked', async () => {
    const { stdout, exitCode } = await store.cli(['doctor'], { PORT: 'x', LOG_LEVEL: 'y' });
    expect(stdout).toMatch(/^failed {3}settings {2}PORT .*\nfailed {3}settings {2}LOG_LEVEL .*\n$/);
    expect(exitCode).toBe(1);
  });

  /** What is said of a port where another program answers so. */
  async function portLine(answer: RequestListener): Promise<string | undefined> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lines = await doctor({ PORT: `${port}` });
    server.closeAllConnections();
    server.close();
    return lines.port;
  }

  test('when another program has the port, then that fails', async () => {
    await store.cli(['migrate']);
    const line = await portLine((_, res) => res.end('{"status":"ok"}'));
    expect(line).toMatch(/^failed .* is used by another program: /);
  });

  test('when nothing answers at the port in time, then that fails, and is not called another program', async () => {
    await store.open();
    const line = await portLine(() => {});
    expect(line).toMatch(/^failed .* is used by a program that does not answer within 5 s: /);
  });
});

describeIfService('PostgreSQL', 'redis-server')('on PostgreSQL with Redis', () => {
  const database = useDatabase();

  test('when parts are missing, wrong or well, then their lines say so, and no table is new', async () => {
    const redis = await startRedis();
    const url = new URL(database.url);
    url.password = 'hunter2';
    const env = { DATABASE_URL: url.href, RATE_LIMIT_URL: `${redis.url}/3`, PORT: '0' };
    try {
      expect((await doctor(env)).database).toMatch(/^failed .* there is no store at postgres:/);
      const { rows } = await database.query(
        "SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'",
      );
      expect(rows).toEqual([]);

      await runInProcess(['migrate'], { env });
      const where = `127.0.0.1:${redis.port}, database 3, maxmemory-policy`;
      const node = await store.open(env);
      expect(await doctor(env)).toMatchObject({
        database: expect.stringMatching(/^ok .* is read and written$/),
        clock: expect.stringMatching(/^ok .* the database's$/),
        backup: expect.stringMatching(/^skipped /),
        redis: `ok       redis     ${where} noeviction`,
      });
      await node.close();

      await database.query('UPDATE animal_store_schema SET version = 5');
      const shiftClock = join(__dirname, '../support/shift-clock.cjs');
      const ahead = { NODE_OPTIONS: `--require ${shiftClock}`, CLOCK_AHEAD_MS: '120000' };
      expect(await doctor({ ...env, ...ahead })).toMatchObject({
        database: expect.stringMatching(/^failed .* is from before the first release: /),
        schema: expect.stringMatching(/^skipped /),
        clock: expect.stringMatching(/^failed .* 1(19|20)\.\d s ahead of .*: synchronize it$/),
      });
      await redis.kill();
      expect((await doctor(env)).redis).toMatch(/^failed .* refuses connections$/);
    } finally {
      await redis.close();
    }
  });

  test('when Redis evicts keys, then that is a warning', async () => {
    await store.cli(['migrate']);
    const redis = await startRedis('--maxmemory-policy', 'allkeys-lru');
    const { redis: line } = await doctor({ RATE_LIMIT_URL: redis.url });
    expect(line).toMatch(/^warning .* allkeys-lru: it must be noeviction$/);
    await redis.close();
  });
});

// METRICS_PORT and METRICS_HOST of the server process, on SQLite, and on PostgreSQL with Redis.
import { spawnSync } from 'node:child_process';
import { describeIfService } from '../support/describe-if-service.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { freePort } from '../support/free-port.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { createKey } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { namesIn, parseScrape, readRepositoryFile, requestsOf, scrapeUntil } from './scrape.js';

const store = useTempStore();

async function metricsUrlOf(server: ServerProcess): Promise<string> {
  const [, url = ''] = await server.waitForOutput('stdout', /"metricsUrl":"([^"]+)"/);
  return url;
}

async function scrape(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** Calls each operation, and returns the scrape after it. */
async function scrapeAfterCalls(server: ServerProcess, key: string): Promise<string> {
  const url = await metricsUrlOf(server);
  const body = JSON.stringify({ name: 'Hambone', categoryId: 1 });
  const headers = { 'Content-Type': 'application/json' };
  expect((await server.call('/pets', key, { method: 'POST', headers, body })).status).toBe(201);
  expect((await server.call('/pets', key)).status).toBe(200);
  await scrapeUntil(
    () => scrape(url),
    (all) => requestsOf(all, '/v1/pets', 'GET', 200) === 1,
  );
  return scrape(url);
}

/** All names of our metrics that a file uses. */
function namesUsedIn(file: string): string[] {
  const text = readRepositoryFile(file);
  return [...new Set(text.match(/\b(?:animal_store|http_server|nodejs|process)_\w+/g))];
}

describe('on SQLite', () => {
  test('when METRICS_PORT is set, then the metrics are served on a listener of their own until the stop', async () => {
    const key = await createKey({ file: store.file });
    const server = await store.start({ METRICS_PORT: '0' });
    const text = await scrapeAfterCalls(server, key);
    expect(text).toMatch(/^animal_store_storage_commit_duration_seconds_count [1-9]/m);
    expect(text).toMatch(/^animal_store_cache_lookups_total\{cache="keys",result="miss"\} 1$/m);
    expect(text).not.toMatch(/^animal_store_(?:redis|postgres)/m);
    expect(text).not.toContain(key);
    expect((await fetch(new URL('/metrics', server.url))).status).toBe(404); // not on the API's listener
    const url = await metricsUrlOf(server);
    expect(await server.stop()).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(fetch(url)).rejects.toThrow();
  });

  test.each([{}, { METRICS_PORT: '' }])(
    'when the setting is %j, then no metrics are served',
    async (env) => {
      const server = await store.start(env);
      expect((await server.stop()).stdout).not.toContain('metrics');
    },
  );

  test('when METRICS_HOST is set, then the listener has that address alone', async () => {
    const server = await store.start({ METRICS_PORT: '0', METRICS_HOST: '127.0.0.2' });
    const url = await metricsUrlOf(server);
    expect(new URL(url).hostname).toBe('127.0.0.2');
    expect((await fetch(url)).status).toBe(200);
    await expect(fetch(url.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow();
  });

  test('when the port is in use, then the server does not start, and one line says which setting to change', async () => {
    const port = String(await freePort());
    const env = { PORT: '0', METRICS_PORT: port };
    await store.start({ ...env, DATABASE_URL: ':memory:' });
    const { stderr, exitCode } = await store.cli(['serve'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `animal-store: cannot serve metrics: listen EADDRINUSE: address already in use 127.0.0.1:${port}; set METRICS_PORT to another port, or METRICS_HOST to an address of this machine\n`,
    );
  });

  describeIfTool('promtool')('promtool', () => {
    test('finds nothing to improve in a scrape', async () => {
      const key = await createKey({ file: store.file });
      const text = await scrapeAfterCalls(await store.start({ METRICS_PORT: '0' }), key);
      const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], {
        input: text,
      });
      expect([`${stdout}${stderr}`, status]).toEqual(['', 0]);
    });
  });
});

describeIfService('PostgreSQL', 'redis-server')('on PostgreSQL with Redis', () => {
  let database: TestDatabase;
  let redis: RedisProcess;
  beforeEach(async () => {
    database = await createDatabase();
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(store.servers.map((server) => server.stop('SIGKILL')));
    await redis.close();
    await database.drop();
  });

  test('when METRICS_PORT is set, then a scrape has every metric of the dashboard, the alerts and the documentation', async () => {
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url, METRICS_PORT: '0' };
    const key = await createKey({ env });
    const server = await store.start(env);
    const text = await scrapeAfterCalls(server, key);
    expect(text).toMatch(/^animal_store_redis_up 1$/m);
    expect(text).toMatch(/^animal_store_storage_commit_duration_seconds_count [1-9]/m);
    expect(text).toMatch(/^animal_store_cache_lookups_total\{cache="keys",result="miss"\} [1-9]/m);
    expect(text).toMatch(
      /^animal_store_rate_limit_decisions_total\{plan="business",outcome="admitted"\} 2$/m,
    );
    expect(text).not.toContain(key);
    const names = namesIn(parseScrape(text));
    for (const file of ['deploy/grafana.json', 'deploy/alerts.yaml', 'docs/monitoring.md']) {
      const used = namesUsedIn(file);
      expect(used.length).toBeGreaterThan(5);
      const isScraped = (name: string) => names.has(name) || names.has(`${name}_bucket`);
      expect(used.filter((name) => !isScraped(name))).toEqual([]);
    }
  });
});

// The listener of the metrics: what it answers and refuses, METRICS_PORT and METRICS_HOST, and all that a scrape has.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { document } from '@animal-store/contract';
import { pino } from 'pino';
import { Metrics } from '../../src/metrics/metrics.js';
import { type MetricsServer, serveMetrics } from '../../src/metrics/metrics-server.js';
import { describeIfService } from '../support/describe-if-service.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { freePort } from '../support/free-port.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';
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

describe('the listener', () => {
  const log = pino({ level: 'silent' });
  let metrics: Metrics;
  let server: MetricsServer;
  let url: string;
  beforeEach(async () => {
    metrics = new Metrics(readContract(document), 1);
    server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1', log });
    url = `http://127.0.0.1:${server.address.port}`;
  });
  afterEach(() => server.close());

  test('when /metrics is requested, then the reply is the Prometheus text format', async () => {
    const response = await fetch(`${url}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('# TYPE http_server_request_duration_seconds histogram\n');
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
    expect(text).toContain(
      `animal_store_build_info{version="${document.info.version}",node="${process.version}",schema="`,
    );
    expect((await fetch(`${url}/metrics?collect=all`)).status).toBe(200);
  });

  test('when the method is HEAD, then the reply has no body', async () => {
    const response = await fetch(`${url}/metrics`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(1_000);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'when the method is %s, then it is a 405',
    async (method) => {
      const response = await fetch(`${url}/metrics`, { method });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    },
  );

  test.each(['/', '/healthz', '/v1/pets', '/metrics/', '/Metrics', '//metrics'])(
    'when the path is %s, then it is a 404',
    async (path) => {
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    },
  );

  test('when a request is malformed, then the server closes its connection and serves the next', async () => {
    const connection = openConnection(url);
    connection.send('GET /metrics HTTP/1.1\r\nbad header\r\n\r\n');
    await connection.closed;
    expect((await fetch(`${url}/metrics`)).status).toBe(200);
  });

  test('when a body is sent, then it is not read, and the connection is closed', async () => {
    const connection = openConnection(url);
    connection.send(formatRequest('POST /metrics', ['Content-Length: 1000000']));
    expect((await connection.reply()).status).toBe(405);
    await connection.closed;
  });

  test('when more connections are open than allowed, then new ones are refused', async () => {
    const sockets = [];
    for (let opened = 0; opened < 32; opened += 1) {
      const connection = openConnection(url);
      sockets.push(connection);
      connection.send(formatRequest('HEAD /metrics'));
      await connection.reply({ withoutBody: true });
    }
    const refused = openConnection(url);
    await refused.closed;
    for (const connection of sockets) connection.destroy();
  });

  test('when it is closed, then open connections end', async () => {
    const socket = connect(server.address.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket.resume(), 'close');
    await server.close();
    await closed;
    server = await serveMetrics(metrics, { port: 0, host: '127.0.0.1', log });
  });
});

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
    expect(existsSync(store.file)).toBe(false);
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

  test('when METRICS_PORT is set, then a scrape has every metric of dashboard, alerts and docs', async () => {
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
    for (const file of [
      'deploy/grafana.json',
      'deploy/alerts.yaml',
      'docs/operate/monitoring.md',
    ]) {
      const used = namesUsedIn(file);
      expect(used.length).toBeGreaterThan(5);
      const isScraped = (name: string) => names.has(name) || names.has(`${name}_bucket`);
      names.add('animal_store_last_backup_timestamp_seconds'); // of SQLite alone
      expect(used.filter((name) => !isScraped(name))).toEqual([]);
    }
  });
});

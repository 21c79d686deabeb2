// The listener of the metrics: what it answers and refuses, METRICS_PORT and METRICS_HOST, and all that a scrape has.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { document } from '@animal-store/contract/document';
import type { HttpServer } from '@animal-store/engine/internal/connections/http-server';
import { createMetrics, type Metrics } from '@animal-store/engine/internal/metrics/metrics';
import { serveMetrics } from '@animal-store/engine/internal/metrics/metrics-server';
import { pino } from 'pino';
import { collectLog, parseLine } from '../support/collect-log.js';
import { describeIfService } from '../support/describe-if-service.js';
import { describeIfTool } from '../support/describe-if-tool.js';
import { shop } from '../support/plain-shop.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { useRedis } from '../support/redis-process.js';
import { readRepositoryFile } from '../support/repository.js';
import { createKey } from '../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';
import { requestsOf, scrapeUntil } from './scrape.js';

const store = useTempStore();

describe('the listener', () => {
  const log = pino({ level: 'silent' });
  let metrics: Metrics;
  let server: HttpServer;
  let url: string;
  beforeEach(async () => {
    metrics = createMetrics(shop.contract, shop.schema);
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

  test.each([
    ['HEAD', '/metrics', 200],
    ['POST', '/metrics', 405],
    ['OPTIONS', '/metrics', 405],
    ['GET', '/', 404],
    ['GET', '/healthz', 404],
    ['GET', '/metrics/', 404],
    ['GET', '//metrics', 404],
  ])('when the request is %s %s, then it is a %i without metrics', async (method, path, status) => {
    const response = await fetch(`${url}${path}`, { method });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('# TYPE');
    if (status === 405) expect(response.headers.get('Allow')).toBe('GET, HEAD');
    if (status === 200) expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(0);
  });

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

  test('when more connections are open than allowed, then the least recently active one is closed', async () => {
    const sockets = Array.from({ length: 32 }, () => openConnection(url));
    for (const connection of sockets) {
      connection.send(formatRequest('HEAD /metrics'));
      await connection.reply({ withoutBody: true });
    }
    sockets.push(openConnection(url));
    await sockets[0]?.closed;
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

describe('the settings', () => {
  /** Opens the service, whose log has the URL of its metrics. */
  async function open(env: Record<string, string>) {
    const { stream, lines } = collectLog();
    const service = await store.open(env, pino(stream));
    const urls = lines.map(parseLine).flatMap(({ metricsUrl }) => metricsUrl ?? []);
    return { service, urls: urls.map(String) };
  }

  test('when METRICS_PORT is set, then the metrics have a listener of their own until the stop', async () => {
    const { service, urls } = await open({ METRICS_PORT: '0' });
    const [url = ''] = urls;
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(new URL('/metrics', service.url))).status).toBe(404); // not on the API's listener
    await service.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  test('when METRICS_PORT is not set, then no metrics are served', async () => {
    expect((await open({})).urls).toEqual([]);
  });

  test('when METRICS_HOST is set, then the listener has that address alone', async () => {
    const [url = ''] = (await open({ METRICS_PORT: '0', METRICS_HOST: '127.0.0.2' })).urls;
    expect(new URL(url).hostname).toBe('127.0.0.2');
    expect((await fetch(url)).status).toBe(200);
    await expect(fetch(url.replace('127.0.0.2', '127.0.0.1'))).rejects.toThrow();
  });

  test('when the port is in use, then the server does not start, and the error names the setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    await expect(open({ METRICS_PORT: port })).rejects.toThrow(
      `cannot serve metrics: listen EADDRINUSE: address already in use 127.0.0.1:${port}; set METRICS_PORT to another port, or METRICS_HOST to an address of this machine`,
    );
    expect(existsSync(store.file)).toBe(false);
    taken.close();
  });
});

describeIfService('PostgreSQL', 'redis-server')('on PostgreSQL with Redis', () => {
  const redis = useRedis();
  let database: TestDatabase;
  let server: ServerProcess;
  let text: string;
  beforeAll(async () => {
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url, METRICS_PORT: '0' };
    const key = await createKey({ env });
    server = await startServerProcess({ env });
    const [, url = ''] = await server.waitForOutput('stdout', /"metricsUrl":"([^"]+)"/);
    const body = JSON.stringify({ name: 'Hambone', categoryId: 1 });
    const headers = { 'Content-Type': 'application/json' };
    expect((await server.call('/pets', key, { method: 'POST', headers, body })).status).toBe(201);
    expect((await server.call('/pets', key)).status).toBe(200);
    const scrape = async () => {
      text = await (await fetch(url)).text();
      return text;
    };
    await scrapeUntil(scrape, (all) => requestsOf(all, '/v1/pets', 'GET', 200) === 1);
    expect(text).not.toContain(key);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  test('then a scrape has every metric of dashboard, alerts and docs, and no other of its own', () => {
    expect(text).toMatch(/^animal_store_redis_up 1$/m);
    expect(text).toMatch(/^animal_store_storage_commit_duration_seconds_count [1-9]/m);
    expect(text).toMatch(
      /^animal_store_rate_limit_decisions_total\{plan="business",outcome="admitted"\} 2$/m,
    );
    const namesIn = (read: string) =>
      Array.from(read.matchAll(/\b(?:animal_store|http_server|nodejs|process)_\w+/g), ([name]) =>
        name.replace(/_(?:bucket|count)$/, ''),
      );
    const dashboard = readRepositoryFile('deploy/grafana.json');
    const alerts = readRepositoryFile('deploy/alerts.yaml');
    const inDocs = namesIn(readRepositoryFile('docs/operate/monitoring.md'));
    const typed = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name = '']) => name);
    const scraped = [...typed, 'animal_store_last_backup_timestamp_seconds']; // of SQLite alone
    const named = [...namesIn(dashboard), ...namesIn(alerts), ...inDocs];
    expect(named.filter((name) => !scraped.includes(name))).toEqual([]);

    const shown = namesIn(JSON.stringify(JSON.parse(dashboard).panels) + alerts);
    const ofShop = Object.values(shop.metrics).map(({ name }) => `animal_store_${name}`);
    const ours = scraped.filter(
      (name) => !/^(?:nodejs|process)_/.test(name) && !ofShop.includes(name), // the others are prom-client's
    );
    expect(ours.filter((name) => !shown.includes(name))).toEqual([]);
    expect(ours.filter((name) => !inDocs.includes(name))).toEqual([]);
  });

  describeIfTool('promtool')('promtool', () => {
    test('finds nothing to improve in it', () => {
      const args = ['check', 'metrics'];
      const { stdout, stderr, status } = spawnSync('promtool', args, { input: text });
      expect([`${stdout}${stderr}`, status]).toEqual(['', 0]);
    });
  });
});

// The listener of the metrics: what it answers, and what it refuses.
import { once } from 'node:events';
import { connect } from 'node:net';
import { document } from '@animal-store/contract';
import { pino } from 'pino';
import { Metrics } from '../../src/metrics/metrics.js';
import { type MetricsServer, serveMetrics } from '../../src/metrics/metrics-server.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { readContract } from '../support/read-contract.js';

const log = pino({ level: 'silent' });
let metrics: Metrics;
let server: MetricsServer;
let url: string;
beforeEach(async () => {
  metrics = new Metrics(readContract(document));
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

test('when the port is in use, then the error names METRICS_PORT', async () => {
  const { port } = server.address;
  const second = serveMetrics(metrics, { port, host: '127.0.0.1', log });
  await expect(second).rejects.toThrow(
    /^cannot serve metrics: .*EADDRINUSE.*; set METRICS_PORT to another port/,
  );
});

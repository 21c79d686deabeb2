// Metrics of requests and of quota decisions, in the process of the test.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics, type Metrics } from '@animal-store/engine/internal/metrics/metrics';
import { withFixedQuotas } from '../support/fixed-quotas.js';
import { shop } from '../support/plain-shop.js';
import { formatRequest, openConnection } from '../support/raw-connection.js';
import { type StartOptions, startServer, type TestServer } from '../support/start-server.js';
import { requestsOf, type Scrape, scrapeUntil } from './scrape.js';

let server: TestServer;
let metrics: Metrics;
afterEach(() => server.close());

async function start(options: StartOptions = {}): Promise<void> {
  metrics = createMetrics(shop.contract, shop.schema);
  server = await startServer({ ...options, metrics });
}

function scrapedWith(isReached: (scrape: Scrape) => boolean): Promise<Scrape> {
  return scrapeUntil(() => metrics.toText(), isReached);
}

/** Sends a request with any method, and with the path exactly as given. */
async function send(method: string, path: string, headers: readonly string[] = []) {
  const connection = openConnection(server.url);
  connection.send(formatRequest(`${method} ${path}`, headers));
  await connection.reply({ withoutBody: method === 'HEAD' });
  connection.destroy();
}

/** The numbers of requests by route, method and status. */
const allRequests = (scrape: Scrape) =>
  [...scrape].filter(([series]) => /^http_server_.*_count\{/.test(series));

test('when requests are answered, then their duration is measured by route, method and status', async () => {
  await start();
  const rows: [method: string, path: string, route: string, label: string, status: number][] = [
    ['GET', '/v1/pets?limit=2', '/v1/pets', 'GET', 200],
    ['HEAD', '/v1/pets', '/v1/pets', 'HEAD', 200],
    ['GET', '/v1/pets/7', '/v1/pets/{petId}', 'GET', 404],
    ['GET', '/v1/pets/none', '/v1/pets/{petId}', 'GET', 400],
    ['TRACE', '/v1/pets/7', '/v1/pets/{petId}', 'TRACE', 405],
    ['OPTIONS', '/v1/pets', '/v1/pets', 'OPTIONS', 204],
    ['PROPFIND', '/v1/pets', '/v1/pets', '_OTHER', 405],
    ['GET', '/healthz', '/healthz', 'GET', 200],
    ['GET', '/readyz?x=1', '/readyz', 'GET', 200],
    ['GET', '/openapi.json', '/openapi.json', 'GET', 200],
    ['GET', '/docs/reference.css', '/docs', 'GET', 200],
    ['GET', '/docs/none', '/docs', 'GET', 404],
    ['GET', '/metrics', '', 'GET', 404],
  ];
  for (const [method, path] of rows)
    await send(method, path, [`Authorization: Bearer ${server.key}`]);
  const scrape = await scrapedWith((all) => allRequests(all).length === rows.length);
  for (const [, , route, label, status] of rows)
    expect([route, label, status, requestsOf(scrape, route, label, status)]).toEqual([
      route,
      label,
      status,
      1,
    ]);
});

test('when the client disconnects before the response, then there is no status', async () => {
  await start();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /v1/pets HTTP/1.1', 'Host: x', `Authorization: Bearer ${server.key}`];
  head.push('Content-Type: application/json', 'Content-Length: 10', 'Expect: 100-continue');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data'); // 100: the server waits for the body
  socket.resetAndDestroy();
  await scrapedWith((all) => requestsOf(all, '/v1/pets', 'POST', '') === 1);
});

test('when a request is refused before its route is known, then it is measured with its route', async () => {
  await start({ edit: withFixedQuotas });
  for (let sent = 0; sent < 61; sent += 1) await send('GET', '/v1/pets/7');
  const route = '/v1/pets/{petId}';
  await scrapedWith(
    (all) => requestsOf(all, route, 'GET', 401) === 60 && requestsOf(all, route, 'GET', 429) === 1,
  );
});

describe('quota decisions are counted by plan and outcome:', () => {
  const countOf = (scrape: Scrape, plan: string, outcome: string) =>
    scrape.get(`animal_store_rate_limit_decisions_total{plan="${plan}",outcome="${outcome}"}`);

  test('of a key that is over its quota and then banned', async () => {
    await start({ edit: withFixedQuotas });
    const { key } = await server.issueKey('free');
    for (let sent = 0; sent < 72; sent += 1) await server.call('/pets', { key });
    const scrape = await scrapedWith((all) => requestsOf(all, '/v1/pets', 'GET', 429) === 12);
    expect(countOf(scrape, 'free', 'admitted')).toBe(60);
    expect(countOf(scrape, 'free', 'rate_limited')).toBe(9);
    expect(countOf(scrape, 'free', 'key_banned')).toBe(3);
    expect(countOf(scrape, 'enterprise', 'admitted')).toBe(0);
  });

  test('of requests without a key, also when they are refused without a lookup', async () => {
    await start({ edit: withFixedQuotas });
    for (let sent = 0; sent < 65; sent += 1) await server.call('/pets', { key: null });
    const scrape = await scrapedWith((all) => requestsOf(all, '/v1/pets', 'GET', 429) === 5);
    expect(countOf(scrape, 'anonymous', 'admitted')).toBe(60);
    expect(countOf(scrape, 'anonymous', 'rate_limited')).toBe(5);
  });
});

test('when clients send hostile requests, then time series are bounded, and none has what they sent', async () => {
  await start({ trustProxy: 1 });
  const sent: string[] = [];
  /** Every kind of request, each with values of its own. */
  async function sendAll(): Promise<void> {
    const text = randomBytes(8).toString('hex');
    const key = (await server.issueKey('enterprise', { perMinute: 1, perDay: 1 })).key;
    sent.push(text, key, server.key);
    const methods = ['GET', 'PUT', 'PROPFIND', 'M-SEARCH', 'OPTIONS', 'TRACE'];
    const paths = [
      ...[`/v1/${text}`, `/v1/pets/${text}`, `/${text}`, `/v1/pets?status=${text}`],
      ...[`/docs/${text}`, `/healthz/${text}`, `/v1/pets/%${text}`, `/v1/pets/"}\\n${text}`],
    ];
    const address = `2001:db8:${text.slice(0, 4)}::1`;
    sent.push(address);
    const headers = [`X-Forwarded-For: ${address}`, `X-Request-Id: ${text}`, `User-Agent: ${text}`];
    headers.push(`Origin: https://${text}.example`);
    const keys = [text, key, server.key].map((one) => [`Authorization: Bearer ${one}`]);
    for (const method of methods)
      for (const path of paths)
        for (const authorization of [[], ...keys])
          await send(method, path, [...authorization, ...headers]);
    const connection = openConnection(server.url);
    connection.send(formatRequest(`BREW /${text}`));
    await connection.closed;
  }
  const total = (scrape: Scrape) => allRequests(scrape).reduce((sum, [, value]) => sum + value, 0);
  const perRound = 6 * 8 * 4;
  await sendAll();
  const first = await scrapedWith((all) => total(all) === perRound);
  await sendAll();
  await sendAll();
  const last = await scrapedWith((all) => total(all) === 3 * perRound);
  const ofRequests = (scrape: Scrape) =>
    [...scrape.keys()].filter((series) => /^(http_server|animal_store)_/.test(series));
  expect(ofRequests(last)).toEqual(ofRequests(first));
  const text = await metrics.toText();
  for (const value of sent) expect(text).not.toContain(value);
});

// Paths outside the contract: health, readiness, the contract itself, and the page at `/`.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract/document';
import { StorageUnavailableError } from '@animal-store/engine/internal/model';
import { quotaOf } from '../support/contract-values.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';
import { startServer } from '../support/start-server.js';
import { useSharedServer } from '../support/use-server.js';

const server = useSharedServer({
  edit: (contract) => Object.assign(contract.info, { version: '1.2.3' }),
});
/** All requests without a key come from one address, whose quota each test of it finds unused. */
beforeEach(() => server.clock.advance(60));

const { perMinute } = quotaOf('free');
const CHECK_INTERVAL_MS = 250;
const PATHS = ['/', '/healthz', '/readyz', '/openapi.json'];

test.each([
  ['/healthz', { status: 'ok' }],
  ['/readyz', { status: 'ready' }],
  // as the server reads it; the validator must not change it
  ['/openapi.json', { ...document, info: { ...document.info, version: '1.2.3' } }],
])('when %s is requested without a key, then it is a 200', async (path, body) => {
  await server.call('/pets');
  const response = await fetch(`${server.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(body);
});

test.each([
  ['*/*', 'text/html; charset=utf-8'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
  ['application/json', 'application/json'],
])(
  'when / is requested with Accept: %s, then it links to the reference as %s',
  async (accept, type) => {
    const { status, headers, ...response } = await get('/', accept);
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      type,
      'Accept',
    ]);
    for (const path of ['/docs', '/openapi.json', '/healthz']) {
      expect(response.text).toContain(`"${path}"`);
      expect((await get(path)).status).toBe(200);
    }
    const { headers: docs } = await get('/docs');
    const policy = type.startsWith('text/html') ? docs.get('content-security-policy') : null;
    expect(headers.get('content-security-policy')).toBe(policy);
  },
);

async function get(path: string, accept = '*/*', url = server.url) {
  const response = await fetch(`${url}${path}`, { headers: { Accept: accept } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test.each([
  ...[...PATHS, '/favicon.ico', '/docs', '/docs/', '/docs/changes', '/docs/reference.js'],
  '/docs/changes.atom',
])('when the method of %s is not GET or HEAD, then it is a 405 that names them', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    const reply = await sendRaw(server.url, formatRequest(`${method} ${path}`));
    expectError(reply, 405, 'method_not_allowed');
    expect(reply.headers.get('allow')).toBe('GET, HEAD');
  }
  const unknown = await sendRaw(server.url, formatRequest(`POST ${path}/nope`));
  expectError(unknown, 404, 'not_found');
});

test('when /favicon.ico is requested, then it is an empty 204', async () => {
  expect(await get('/favicon.ico')).toMatchObject({ status: 204, text: '' });
});

describe.each(PATHS)('when %s is requested', (path) => {
  test('then HEAD has the headers of GET and no body, and neither is cached or sniffed', async () => {
    const get = await fetch(`${server.url}${path}`);
    const head = await fetch(`${server.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const shown = ({ headers }: Response) =>
      [...headers].filter(([name]) => !/^(?:date|x-request-id|connection|keep-alive)$/.test(name));
    expect(shown(head)).toEqual(shown(get));
    expect(Object.fromEntries(get.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-length': String(Buffer.byteLength(await get.text())),
    });
    for (const name of ['x-powered-by', 'server']) expect(get.headers.get(name)).toBeNull();
  });

  test('then it is served whatever the query, the body, the key and the quota, and counts in none', async () => {
    const remaining = async () =>
      (await server.call('/pets', { key: null })).headers.get('x-ratelimit-remaining');
    const ask = async (key: string) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'text/plain' };
      const reply = await fetch(`${server.url}${path}?verbose=%zz&a=1&a=2`, { headers });
      expect([reply.status, reply.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    };
    expect(await remaining()).toBe(`${perMinute - 1}`);
    for (const key of [server.key, 'nonsense', server.key]) await ask(key);
    const withBody = formatRequest(`GET ${path}`, ['Content-Type: a/b', 'Content-Length: 2'], 'hi');
    expect((await sendRaw(server.url, withBody)).status).toBe(200);
    for (let left = perMinute - 2; left >= 0; left -= 1) expect(await remaining()).toBe(`${left}`);
    expect((await server.call('/pets', { key: null })).status).toBe(429);
    await ask('nonsense');
  });
});

test('when many clients request /readyz, then the store is checked once in 250 ms, one at a time', async () => {
  await pause(CHECK_INTERVAL_MS); // after the checks of other tests
  const { ping } = server.store;
  const failure = new StorageUnavailableError('no');
  let fail = () => {};
  const check = jest.fn(
    () =>
      new Promise<never>((_, reject) => {
        fail = () => reject(failure);
      }),
  );
  server.store.ping = check;
  const statusOf = async () => (await fetch(`${server.url}/readyz`)).status;
  const first = statusOf();
  await pause(2 * CHECK_INTERVAL_MS);
  const second = statusOf();
  await fetch(`${server.url}/healthz`); // by then the server has the second one, too
  expect(check).toHaveBeenCalledTimes(1);
  check.mockReset().mockRejectedValue(failure);
  fail();
  expect([await first, await second]).toEqual([503, 503]);

  const startMs = performance.now();
  await Promise.all(Array.from({ length: 300 }, statusOf));
  const intervals = Math.floor((performance.now() - startMs) / CHECK_INTERVAL_MS);
  expect(check.mock.calls.length).toBeLessThanOrEqual(1 + intervals);
  server.store.ping = ping;
  await pause(CHECK_INTERVAL_MS);
  expect(await statusOf()).toBe(200);
});

test('when the store is closed, then /readyz is a 503 with Retry-After, and other paths still work', async () => {
  const closed = await startServer();
  await closed.store.close();
  const { status, headers, text } = await get('/readyz', '*/*', closed.url);
  expectError({ status, headers, text }, 503, 'unavailable');
  expect(headers.get('retry-after')).toBe('1');
  for (const path of ['/healthz', '/openapi.json'])
    expect((await get(path, '*/*', closed.url)).status).toBe(200);
  await closed.close();
});

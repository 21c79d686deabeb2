// Paths outside the contract: health, readiness, the contract itself, and the page at `/`.
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { StorageUnavailableError } from '../../src/model.js';
import { quotaOf } from '../support/contract-values.js';
import { expectError } from '../support/expect-error.js';
import { formatRequest, sendRaw } from '../support/raw-connection.js';
import { startServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const { perMinute } = quotaOf('free');
const PATHS = ['/', '/healthz', '/readyz', '/openapi.json'];

test.each([
  ['/healthz', { status: 'ok' }],
  ['/readyz', { status: 'ready' }],
  ['/openapi.json', document],
])('when %s is requested without a key, then it is a 200', async (path, body) => {
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

async function get(path: string, accept = '*/*') {
  const response = await fetch(`${server.url}${path}`, { headers: { Accept: accept } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('when /favicon.ico is requested, then it is an empty 204', async () => {
  expect(await get('/favicon.ico')).toMatchObject({ status: 204, text: '' });
});

test('/openapi.json is the contract that the server reads, including edits', async () => {
  await server.close();
  server = await startServer({
    edit: (contract) => Object.assign(contract.info, { version: '1.2.3' }),
  });
  await server.call('/pets'); // runs the validator, which must not change the document
  const response = await fetch(`${server.url}/openapi.json`);
  expect(await response.json()).toEqual({
    ...document,
    info: { ...document.info, version: '1.2.3' },
  });
});

test.each([
  ...[...PATHS, '/favicon.ico', '/docs', '/docs/', '/docs/changes', '/docs/reference.js'],
  '/docs/changes.atom',
])('when the method of %s is not GET or HEAD, then it is a 405 that names them', async (path) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    const reply = await sendRaw(server.url, formatRequest(`${method} ${path}`));
    expectError(reply, 405, 'method_not_allowed');
    expect(reply.headers.get('allow')).toBe('GET, HEAD');
  }
});

test.each(['/docs/nope', '/healthz/', '/readyz/x'])(
  'when the path is %s, then a POST is a 404',
  async (path) => {
    const reply = await sendRaw(server.url, formatRequest(`POST ${path}`));
    expectError(reply, 404, 'not_found');
  },
);

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

test('when the store is closed, then /readyz is a 503 with Retry-After, and other paths still work', async () => {
  await server.store.close();
  const { status, headers, text } = await get('/readyz');
  expectError({ status, headers, text }, 503, 'unavailable');
  expect(headers.get('retry-after')).toBe('1');
  for (const path of ['/healthz', '/openapi.json']) expect((await get(path)).status).toBe(200);
});

describe('when many clients request /readyz', () => {
  const CHECK_INTERVAL_MS = 250;
  let checks: number;
  beforeEach(() => {
    checks = 0;
  });

  /** Counts calls of `ping` and delegates them to `outcome`. */
  function countChecks(outcome = server.store.ping): void {
    server.store.ping = () => {
      checks += 1;
      return outcome();
    };
  }

  /** @returns the statuses, once the checks are found to be as many as the intervals. */
  async function requestAll(): Promise<Set<number>> {
    checks = 0;
    const startedMs = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => (await fetch(`${server.url}/readyz`)).status),
    );
    const intervals = Math.floor((performance.now() - startedMs) / CHECK_INTERVAL_MS);
    expect(checks).toBeGreaterThan(0);
    expect(checks).toBeLessThanOrEqual(1 + intervals);
    return new Set(statuses);
  }

  test('then it is checked once in 250 ms, all get the result, and a later check can succeed', async () => {
    const healthy = server.store.ping;
    countChecks(() => Promise.reject(new StorageUnavailableError('no')));
    expect(await requestAll()).toEqual(new Set([503]));
    await pause(CHECK_INTERVAL_MS);
    countChecks(healthy);
    expect(await requestAll()).toEqual(new Set([200]));
  });

  test('and a check is slow, then no second one starts', async () => {
    let end = () => {};
    const healthy = server.store.ping;
    countChecks(async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return healthy();
    });
    const first = fetch(`${server.url}/readyz`);
    while (checks === 0) await pause(5);
    await pause(2 * CHECK_INTERVAL_MS);
    const second = fetch(`${server.url}/readyz`);
    await pause(50);
    end();
    expect([(await first).status, (await second).status, checks]).toEqual([200, 200, 1]);
  });
});

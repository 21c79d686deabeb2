import { document } from '@animal-store/contract';
import { limits } from '@animal-store/contract/conformance';
import Database from 'better-sqlite3';
import { quotaOf, TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { readContract } from '../../support/read-contract.js';
import { type CallOptions, startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';
import { databaseFile } from '../operations/helpers.js';

const SHOP = 'https://shop.example';
const LOCAL = 'http://localhost:5173';
const { perMinute, perDay } = quotaOf('free');
/** Methods of all operations, in upper case. */
const METHODS_IN_USE = new Set(
  readContract(document).operations.map(({ method }) => method.toUpperCase()),
);
const PREFLIGHT = { method: 'OPTIONS', key: null } as const;
const REQUEST_METHOD = { 'Access-Control-Request-Method': 'POST' };

let server: TestServer;
afterEach(() => server.close());

function corsHeaders(reply: TestResponse): Record<string, string> {
  const all = Object.fromEntries(reply.headers);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  );
}

function callFrom(origin: string, options: CallOptions = {}, path = '/pets') {
  return server.call(path, { ...options, headers: { Origin: origin, ...options.headers } });
}

describe('by default', () => {
  beforeEach(async () => {
    server = await startServer();
  });

  test('when a request has an origin, then the reply only has Vary', async () => {
    for (const options of [{}, { key: null }, { method: 'OPTIONS' }, { method: 'DELETE' }]) {
      expect(corsHeaders(await callFrom(SHOP, options))).toEqual({ vary: 'Origin' });
    }
  });

  test('when a preflight has no key, then it is a 401', async () => {
    const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expectError(reply, 401, 'unauthorized');
    expect(corsHeaders(reply)).toEqual({ vary: 'Origin' });
  });
});

describe('with a list of origins', () => {
  beforeEach(async () => {
    server = await startServer({ corsOrigins: [SHOP, LOCAL, 'https://*.preview.example'] });
  });

  test.each([SHOP, LOCAL, 'https://a.preview.example', 'https://pr-17.preview.example'])(
    'when a page of %s calls, then it may read replies and their headers',
    async (origin) => {
      const reply = await callFrom(origin);
      expect(reply.status).toBe(200);
      // without Access-Control-Allow-Credentials: no page may send cookies
      expect(corsHeaders(reply)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': readContract(document).responseHeaders.join(','),
        vary: 'Origin',
      });
      const preflight = await callFrom(origin, { ...PREFLIGHT, headers: REQUEST_METHOD });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    },
  );

  test('when a preflight has no key, then it names methods and headers', async () => {
    const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(reply.headers.get('content-length')).toBeNull();
    expect(corsHeaders(reply)).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers': expect.any(String),
      'access-control-allow-methods': ['HEAD', ...METHODS_IN_USE].join(),
      'access-control-allow-headers': [
        'Authorization',
        'Content-Type',
        'X-Request-Id',
        'traceparent',
        'tracestate',
        'baggage',
        'sentry-trace',
        ...readContract(document).requestHeaders,
      ].join(),
      'access-control-max-age': '600',
      vary: 'Origin',
    });
  });

  test('when a preflight is sent, then it has the quota of its address, and does not count', async () => {
    const anonymousRemaining = async () =>
      (await server.call('/pets', { key: null })).headers.get('x-ratelimit-remaining');
    expect(await anonymousRemaining()).toBe(`${perMinute - 1}`);
    for (let count = 0; count < perMinute + 10; count += 1) {
      const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
      expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([
        204,
        `${perMinute - 1}`,
      ]);
      expect(reply.headers.get('x-ratelimit-limit')).toBe(`${perMinute}`);
      expect(reply.headers.get('ratelimit')).toBe(
        `"minute";r=${perMinute - 1};t=60, "day";r=${perDay - 1};t=50400`,
      );
    }
    expect(await anonymousRemaining()).toBe(`${perMinute - 2}`);
  });

  test('when the quota of an address is used up, then a preflight still works', async () => {
    for (let count = 0; count < perMinute; count += 1) await server.call('/pets', { key: null });
    expect((await callFrom(SHOP, { key: null })).status).toBe(429);
    expect((await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD })).status).toBe(204);
  });

  test('when a path is unknown, then its preflight is that of any other', async () => {
    const known = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
    const headers = { 'Access-Control-Request-Method': 'DELETE' };
    const unknown = await callFrom(SHOP, { ...PREFLIGHT, headers }, '/nope');
    expect(unknown.status).toBe(204);
    expect(corsHeaders(unknown)).toEqual(corsHeaders(known));
  });

  test('when OPTIONS has no Access-Control-Request-Method, then it is no preflight', async () => {
    expectError(await callFrom(SHOP, PREFLIGHT), 401, 'unauthorized');
    const reply = await callFrom(SHOP, { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, limits.allowOf('/pets')]);
  });

  test.each<[number, string, CallOptions]>([
    [401, '/pets', { key: null }],
    [401, '/pets', { key: 'as_live_wrong' }],
    [400, '/pets?limit=0', {}],
    [400, '/pets', { method: 'POST', json: null }],
    [404, '/nope', {}],
    [404, '/pets/1', {}],
    [405, '/pets', { method: 'DELETE' }],
    [413, '/pets', { method: 'POST', json: 'x'.repeat(TOO_LARGE_BYTES) }],
    [415, '/pets', { method: 'POST', body: 'x' }],
  ])('when the reply is a %i of %s, then a page can read it', async (status, path, options) => {
    const reply = await callFrom(SHOP, options, path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('when the reply is a 429, then a page can read it', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
    await callFrom(SHOP, { key });
    const reply = await callFrom(SHOP, { key });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '60']);
    expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
  });

  // the others that a pattern does not match: test/unit/lib/origin-pattern.test.ts
  test.each([
    'https://sub.shop.example',
    'https://evil.example, https://shop.example',
    'https://shop.example http://localhost:5173',
    'https://a.b.preview.example',
    'https://*.preview.example',
    'null',
    '*',
  ])('when a page of %s calls, then it may read nothing', async (origin) => {
    expect(corsHeaders(await callFrom(origin))).toEqual({ vary: 'Origin' });
    const preflight = await callFrom(origin, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expectError(preflight, 401, 'unauthorized');
    expect(corsHeaders(preflight)).toEqual({ vary: 'Origin' });
  });

  test.each(['/healthz', '/readyz', '/openapi.json', '/nope'])(
    'when a page requests %s, then it may read nothing',
    async (path) => {
      const response = await fetch(`${server.url}${path}`, { headers: { Origin: SHOP } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

test('when the reply is a 500, then a page can read it', async () => {
  const { file, remove } = databaseFile();
  server = await startServer({ file, corsOrigins: [SHOP] });
  const database = new Database(file);
  database.exec('DROP TABLE pets');
  database.close();
  const reply = await callFrom(SHOP);
  remove();
  expectError(reply, 500, 'internal_error');
  expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
});

test('when storage fails during a preflight, then the error has rate-limit headers', async () => {
  server = await startServer({ corsOrigins: [SHOP] });
  await server.store.close();
  const headers = { Origin: SHOP, ...REQUEST_METHOD };
  const reply = await fetch(`${server.url}/v1/pets`, { method: 'OPTIONS', headers });
  expect(reply.status).toBe(500);
  expect(reply.headers.get('x-ratelimit-limit')).toBe(`${perMinute}`);
});

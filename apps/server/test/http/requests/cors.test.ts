import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '@animal-store/contract';
import Database from 'better-sqlite3';
import { allowOf, quotaOf, TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { readContract } from '../../support/read-contract.js';
import { type CallOptions, startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

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

  test('responses only have Vary', async () => {
    for (const options of [{}, { key: null }, { method: 'OPTIONS' }, { method: 'DELETE' }]) {
      expect(corsHeaders(await callFrom(SHOP, options))).toEqual({ vary: 'Origin' });
    }
  });

  test('a preflight without a key is a 401', async () => {
    const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expectError(reply, 401, 'unauthorized');
    expect(corsHeaders(reply)).toEqual({ vary: 'Origin' });
  });
});

describe('with a list of origins', () => {
  beforeEach(async () => {
    server = await startServer({ corsOrigins: [SHOP, LOCAL] });
  });

  test.each([SHOP, LOCAL])('a page of %s may read responses and their headers', async (origin) => {
    const reply = await callFrom(origin);
    expect(reply.status).toBe(200);
    expect(corsHeaders(reply)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': readContract(document).responseHeaders.join(','),
      vary: 'Origin',
    });
  });

  test('a preflight needs no key', async () => {
    const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(reply.headers.get('content-length')).toBeNull();
    expect(corsHeaders(reply)).toMatchObject({
      'access-control-allow-origin': SHOP,
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

  test('a preflight has the remaining quota of its address and does not count', async () => {
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

  test('a preflight does not reveal paths and methods', async () => {
    const known = await callFrom(SHOP, { ...PREFLIGHT, headers: REQUEST_METHOD });
    const headers = { 'Access-Control-Request-Method': 'DELETE' };
    const unknown = await callFrom(SHOP, { ...PREFLIGHT, headers }, '/nope');
    expect(unknown.status).toBe(204);
    expect(corsHeaders(unknown)).toEqual(corsHeaders(known));
  });

  test('an OPTIONS request without Access-Control-Request-Method is not a preflight', async () => {
    expectError(await callFrom(SHOP, PREFLIGHT), 401, 'unauthorized');
    const reply = await callFrom(SHOP, { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, allowOf('/pets')]);
  });

  test('no page may send cookies', async () => {
    for (const options of [{}, { ...PREFLIGHT, headers: REQUEST_METHOD }]) {
      const reply = await callFrom(SHOP, options);
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('when a request has no origin, then its response only has Vary', async () => {
    expect(corsHeaders(await server.call('/pets'))).toEqual({ vary: 'Origin' });
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
  ])('a page can read a %i of %s', async (status, path, options) => {
    const reply = await callFrom(SHOP, options, path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('a page can read a 429', async () => {
    const { key } = await server.issueKey('enterprise', { perMinute: 1, perDay: 10 });
    await callFrom(SHOP, { key });
    const reply = await callFrom(SHOP, { key });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '60']);
    expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
  });

  test.each([
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://evil.example/https://shop.example',
    'https://sub.shop.example',
    'https://shop.exampl',
    'https://shop-example',
    'http://shop.example',
    'https://shop.example:443',
    'https://shop.example:8443',
    'https://shop.example/',
    'https://shop.example.',
    'HTTPS://SHOP.EXAMPLE',
    'https://user@shop.example',
    'http://localhost',
    'http://localhost:51730',
    'http://127.0.0.1:5173',
    `${SHOP}, https://evil.example`,
    `${SHOP} ${LOCAL}`,
    'null',
    'undefined',
    '*',
  ])('a page of %s may read nothing', async (origin) => {
    expect(corsHeaders(await callFrom(origin))).toEqual({ vary: 'Origin' });
    const preflight = await callFrom(origin, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expectError(preflight, 401, 'unauthorized');
    expect(corsHeaders(preflight)).toEqual({ vary: 'Origin' });
  });

  test.each(['/healthz', '/readyz', '/openapi.json', '/nope'])(
    'no page may read %s',
    async (path) => {
      const response = await fetch(`${server.url}${path}`, { headers: { Origin: SHOP } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

describe('with a wildcard', () => {
  beforeEach(async () => {
    server = await startServer({ corsOrigins: [SHOP, 'https://*.preview.example'] });
  });

  test.each([SHOP, 'https://a.preview.example', 'https://pr-17.preview.example'])(
    'a page of %s may call, and no other origin is named',
    async (origin) => {
      const reply = await callFrom(origin);
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([
        200,
        origin,
      ]);
      expect(reply.headers.get('vary')).toBe('Origin');
      const preflight = await callFrom(origin, { ...PREFLIGHT, headers: REQUEST_METHOD });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    },
  );

  test.each([
    'https://preview.example',
    'https://.preview.example',
    'https://a.b.preview.example',
    'https://evilpreview.example',
    'https://a.preview.example.evil.example',
    'https://evil.example/.preview.example',
    'https://evil.example#.preview.example',
    'https://user@a.preview.example',
    'https://a.preview.example:8443',
    'https://a.preview.example.',
    'https://A.preview.example',
    'http://a.preview.example',
    'https://*.preview.example',
    'https://a.preview.example, https://evil.example',
    'https://evil.example, https://a.preview.example',
    'null',
  ])('a page of %s may read nothing', async (origin) => {
    expect(corsHeaders(await callFrom(origin))).toEqual({ vary: 'Origin' });
    const preflight = await callFrom(origin, { ...PREFLIGHT, headers: REQUEST_METHOD });
    expectError(preflight, 401, 'unauthorized');
    expect(corsHeaders(preflight)).toEqual({ vary: 'Origin' });
  });
});

test('a page can read a 500', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  const file = join(folder, 'animals.db');
  server = await startServer({ file, corsOrigins: [SHOP] });
  const database = new Database(file);
  database.exec('DROP TABLE pets');
  database.close();
  const reply = await callFrom(SHOP);
  rmSync(folder, { recursive: true });
  expectError(reply, 500, 'internal_error');
  expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
});

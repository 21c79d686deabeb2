import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { document } from '@animal-store/contract';
import Database from 'better-sqlite3';
import { readContract } from '../../../src/contract/contract.js';
import { quotaOf } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { type CallOptions, startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

const SHOP = 'https://shop.example';
const LOCAL = 'http://localhost:5173';
const { perMinute, perDay } = quotaOf('free');
const PREFLIGHT = { method: 'OPTIONS', key: null } as const;
const ASKS = { 'Access-Control-Request-Method': 'POST' };

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

  test('no reply has a CORS header', async () => {
    for (const options of [{}, { key: null }, { method: 'OPTIONS' }, { method: 'DELETE' }]) {
      expect(corsHeaders(await callFrom(SHOP, options))).toEqual({});
    }
  });

  test('a preflight is a stranger’s request like any other', async () => {
    const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: ASKS });
    expectError(reply, 401, 'unauthorized');
    expect(corsHeaders(reply)).toEqual({});
  });
});

describe('with a list of origins', () => {
  beforeEach(async () => {
    server = await startServer({ corsOrigins: [SHOP, LOCAL] });
  });

  test.each([SHOP, LOCAL])(
    'a page of %s may read replies, and the headers they are about',
    async (origin) => {
      const reply = await callFrom(origin);
      expect(reply.status).toBe(200);
      expect(corsHeaders(reply)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': readContract(document).responseHeaders.join(','),
        vary: 'Origin',
      });
    },
  );

  test('a preflight is answered without a key', async () => {
    const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: ASKS });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(reply.headers.get('content-length')).toBeNull();
    expect(corsHeaders(reply)).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'HEAD,GET,POST',
      'access-control-allow-headers': 'Authorization,Content-Type,X-Request-Id,Idempotency-Key',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
  });

  test('a preflight shows what is left to its address, and is not counted', async () => {
    const strangersLeft = async () =>
      (await server.call('/pets', { key: null })).headers.get('x-ratelimit-remaining');
    expect(await strangersLeft()).toBe(`${perMinute - 1}`);
    for (let count = 0; count < perMinute + 10; count += 1) {
      const reply = await callFrom(SHOP, { ...PREFLIGHT, headers: ASKS });
      expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([
        204,
        `${perMinute - 1}`,
      ]);
      expect(reply.headers.get('x-ratelimit-limit')).toBe(`${perMinute}`);
      expect(reply.headers.get('ratelimit')).toBe(
        `"minute";r=${perMinute - 1};t=60, "day";r=${perDay - 1};t=50400`,
      );
    }
    expect(await strangersLeft()).toBe(`${perMinute - 2}`);
  });

  test('a preflight is answered even when nothing is left to its address', async () => {
    for (let count = 0; count < perMinute; count += 1) await server.call('/pets', { key: null });
    expect((await callFrom(SHOP, { key: null })).status).toBe(429);
    expect((await callFrom(SHOP, { ...PREFLIGHT, headers: ASKS })).status).toBe(204);
  });

  test('a preflight learns nothing of the paths and methods that exist', async () => {
    const known = await callFrom(SHOP, { ...PREFLIGHT, headers: ASKS });
    const headers = { 'Access-Control-Request-Method': 'DELETE' };
    const unknown = await callFrom(SHOP, { ...PREFLIGHT, headers }, '/nope');
    expect(unknown.status).toBe(204);
    expect(corsHeaders(unknown)).toEqual(corsHeaders(known));
  });

  test('an OPTIONS that asks for no method is no preflight', async () => {
    expectError(await callFrom(SHOP, PREFLIGHT), 401, 'unauthorized');
    const reply = await callFrom(SHOP, { method: 'OPTIONS' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });

  test('no page may send cookies along', async () => {
    for (const options of [{}, { ...PREFLIGHT, headers: ASKS }]) {
      const reply = await callFrom(SHOP, options);
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('a request that comes from no page gets no CORS header, but may not be cached for one', async () => {
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
    [413, '/pets', { method: 'POST', json: 'x'.repeat(20_000) }],
    [415, '/pets', { method: 'POST', body: 'x' }],
  ])('a %i of %s can be read', async (status, path, options) => {
    const reply = await callFrom(SHOP, options, path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('a 429 can be read', async () => {
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
    const preflight = await callFrom(origin, { ...PREFLIGHT, headers: ASKS });
    expectError(preflight, 401, 'unauthorized');
    expect(corsHeaders(preflight)).toEqual({ vary: 'Origin' });
  });

  test.each(['/healthz', '/readyz', '/openapi.json', '/nope'])(
    '%s is for no page',
    async (path) => {
      const response = await fetch(`${server.url}${path}`, { headers: { Origin: SHOP } });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

test('a 500 can be read', async () => {
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

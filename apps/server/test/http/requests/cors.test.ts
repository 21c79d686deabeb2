// CORS for the origins in CORS_ORIGINS. Those of keys: keys/restrictions.test.ts.
import { limits } from '@animal-store/contract/conformance';
import { quotaOf, TOO_LARGE_BYTES } from '../../support/contract-values.js';
import { expectError } from '../../support/expect-error.js';
import { shop } from '../../support/plain-shop.js';
import type { CallOptions } from '../../support/start-server.js';
import { useSharedServer } from '../../support/use-server.js';
import type { TestResponse } from '../../support/validate-response.js';
import { withServer } from '../operations/helpers.js';

const SHOP = 'https://shop.example';
const LOCAL = 'http://localhost:5173';
const { perMinute } = quotaOf('free');
const { operations, requestHeaders, responseHeaders } = shop.contract;
/** Methods of all operations, in upper case. */
const METHODS_IN_USE = new Set(operations.map(({ method }) => method.toUpperCase()));
const PREFLIGHT = { method: 'OPTIONS', key: null } as const;
const REQUEST_METHOD = { 'Access-Control-Request-Method': 'POST' };

const server = useSharedServer({ corsOrigins: [SHOP, LOCAL, 'https://*.preview.example'] });
/** All requests without a key come from one address, whose quota each test finds unused. */
beforeEach(() => server.clock.advance(60));

function corsHeaders(reply: TestResponse): Record<string, string> {
  const all = Object.fromEntries(reply.headers);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name.startsWith('access-control-') || name === 'vary'),
  );
}

function callFrom(origin: string, options: CallOptions = {}, path = '/pets', to = server) {
  return to.call(path, { ...options, headers: { Origin: origin, ...options.headers } });
}

const preflightFrom = (origin: string, path?: string, to = server) =>
  callFrom(origin, { ...PREFLIGHT, headers: REQUEST_METHOD }, path, to);

test('when no origin is allowed, then replies only have Vary, and a preflight is a 401', () =>
  withServer({}, async (other) => {
    for (const options of [{}, { key: null }, { method: 'OPTIONS' }, { method: 'DELETE' }])
      expect(corsHeaders(await callFrom(SHOP, options, '/pets', other))).toEqual({
        vary: 'Origin',
      });
    const reply = await preflightFrom(SHOP, '/pets', other);
    expectError(reply, 401, 'unauthorized');
    expect(corsHeaders(reply)).toEqual({ vary: 'Origin' });
  }));

test('when a page of one of them calls, then it may read replies and their headers', async () => {
  for (const origin of [SHOP, LOCAL, 'https://a.preview.example']) {
    const reply = await callFrom(origin);
    expect(reply.status).toBe(200);
    // without Access-Control-Allow-Credentials: no page may send cookies
    expect(corsHeaders(reply)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': responseHeaders.join(','),
      vary: 'Origin',
    });
  }
});

test('when a preflight has no key, then it names methods and headers, whatever the path', async () => {
  for (const path of ['/pets', '/nope']) {
    const reply = await preflightFrom(SHOP, path);
    expect([reply.status, reply.text]).toEqual([204, '']);
    for (const name of ['content-type', 'content-length'])
      expect(reply.headers.get(name)).toBeNull();
    const allowed = [
      ...['Authorization', 'Content-Type', 'X-Request-Id', 'traceparent', 'tracestate'],
      ...['baggage', 'sentry-trace', ...requestHeaders],
    ];
    expect(corsHeaders(reply)).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers': expect.any(String),
      'access-control-allow-methods': ['HEAD', ...METHODS_IN_USE].join(),
      'access-control-allow-headers': allowed.join(),
      'access-control-max-age': '600',
      vary: 'Origin',
    });
  }
});

test('when a preflight is sent, then it has the quota of its address, and does not count', async () => {
  const call = () => server.call('/pets', { key: null });
  const first = await call();
  for (let count = 0; count < perMinute + 10; count += 1) {
    const { status, headers } = await preflightFrom(SHOP);
    expect(status).toBe(204);
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit'])
      expect(headers.get(name)).toBe(first.headers.get(name));
  }
  for (let left = perMinute - 2; left >= 0; left -= 1)
    expect((await call()).headers.get('x-ratelimit-remaining')).toBe(`${left}`);
  expect((await callFrom(SHOP, { key: null })).status).toBe(429);
  expect((await preflightFrom(SHOP)).status).toBe(204);
});

test('when OPTIONS has a key or no method to ask for, then it is a request', async () => {
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

// the others that a pattern does not match: packages/engine/test/keys/origin-pattern.test.ts
test.each([
  ...['https://sub.shop.example', 'https://*.preview.example', 'null', '*'],
  'https://evil.example, https://shop.example',
])('when a page of %s calls, then it may read nothing', async (origin) => {
  expect(corsHeaders(await callFrom(origin))).toEqual({ vary: 'Origin' });
  const preflight = await preflightFrom(origin);
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

test('when storage fails, then a page can read it, and a preflight has rate-limit headers', () =>
  withServer({ corsOrigins: [SHOP] }, async (failing) => {
    await failing.store.close();
    for (const [method, headers] of [
      ['GET', { Authorization: `Bearer ${failing.key}` }],
      ['OPTIONS', REQUEST_METHOD],
    ] as const) {
      const init = { method, headers: { Origin: SHOP, ...headers } };
      const reply = await fetch(`${failing.url}/v1/pets`, init);
      expect([method, reply.status]).toEqual([method, 500]);
      expect(reply.headers.get('x-ratelimit-limit')).toBe(`${perMinute}`);
      if (method === 'GET') expect(reply.headers.get('access-control-allow-origin')).toBe(SHOP);
    }
  }));

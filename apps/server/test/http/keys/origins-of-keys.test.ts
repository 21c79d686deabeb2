// CORS for the origins that keys are restricted to, without CORS_ORIGINS.
import type { KeyRestrictions } from '../../../src/model.js';
import { expectError } from '../../support/expect-error.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example';
const PUBLISHABLE = { isPublishable: true, isReadOnly: true };
const QUOTA = { perMinute: 1000, perDay: 1000 };

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ corsOrigins: [OTHER] });
});
afterEach(() => server.close());

/** After the time for which the origins of keys are cached. */
async function issue(restrictions: Partial<KeyRestrictions>) {
  const issued = await server.issueKey('enterprise', QUOTA, restrictions);
  server.clock.advance(0.5);
  return issued;
}

const readableBy = ({ headers }: TestResponse) => headers.get('access-control-allow-origin');
const callFrom = (origin: string, key: string | null) =>
  server.call('/pets', { key, headers: { Origin: origin } });

function preflightFrom(origin: string): Promise<TestResponse> {
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
  return server.call('/pets', { method: 'OPTIONS', key: null, headers });
}

async function isAllowed(origin: string): Promise<boolean> {
  return (await preflightFrom(origin)).status === 204;
}

test('when a publishable key is issued, then pages of its origins can call with it', async () => {
  expect(await isAllowed(SHOP)).toBe(false);
  const { key } = await issue({ ...PUBLISHABLE, origins: [SHOP, 'https://*.preview.example'] });
  for (const origin of [SHOP, 'https://a.preview.example']) {
    const preflight = await preflightFrom(origin);
    expect([preflight.status, readableBy(preflight)]).toEqual([204, origin]);
    const reply = await callFrom(origin, key);
    expect([reply.status, readableBy(reply)]).toEqual([200, origin]);
  }
  expect(await isAllowed('https://preview.example')).toBe(false);
  expect(await isAllowed('https://evil.example')).toBe(false);
});

test('when a secret key is restricted to an origin, then its pages can call, too', async () => {
  await issue({ origins: [SHOP] });
  expect(await isAllowed(SHOP)).toBe(true);
});

test('when a page has no valid key, then it can read that', async () => {
  await issue({ ...PUBLISHABLE, origins: [SHOP] });
  const reply = await callFrom(SHOP, null);
  expectError(reply, 401, 'unauthorized');
  expect(readableBy(reply)).toBe(SHOP);
});

test('when the origin belongs to another key, then the request is a 403 that the page can read', async () => {
  await issue({ ...PUBLISHABLE, origins: ['https://first.example'] });
  const { key } = await issue({ ...PUBLISHABLE, origins: [SHOP] });
  for (const origin of ['https://first.example', OTHER]) {
    const reply = await callFrom(origin, key);
    expectError(reply, 403, 'forbidden');
    expect(readableBy(reply)).toBe(origin);
  }
});

test('when the key is revoked or has expired, then its origin is no longer allowed', async () => {
  const { id } = await issue({ ...PUBLISHABLE, origins: [SHOP] });
  const expiresMs = server.clock.nowMs + 60_000;
  await issue({ ...PUBLISHABLE, origins: ['https://short.example'], expiresMs });
  expect(await isAllowed(SHOP)).toBe(true);
  expect(await isAllowed('https://short.example')).toBe(true);
  await server.store.keys.revoke(id, server.clock.nowMs);
  server.clock.advance(0.5);
  expect(await isAllowed(SHOP)).toBe(false);
  server.clock.nowMs = expiresMs;
  expect(await isAllowed('https://short.example')).toBe(false);
});

test('when storage fails, then the origins that were read last stay allowed', async () => {
  await issue({ ...PUBLISHABLE, origins: [SHOP] });
  expect(await isAllowed(SHOP)).toBe(true);
  const { keys } = server.store;
  let lookups = 0;
  keys.origins = async () => {
    lookups += 1;
    throw new Error('disk failure');
  };
  server.clock.advance(60);
  expect(await isAllowed(SHOP)).toBe(true);
  expect(await isAllowed(OTHER)).toBe(true);
  expect(await isAllowed('https://evil.example')).toBe(false);
  expect(lookups).toBe(1);
});

test('when many requests come from unknown origins, then the keys are read twice a second', async () => {
  const { keys } = server.store;
  const { origins } = keys;
  let lookups = 0;
  keys.origins = (nowMs) => {
    lookups += 1;
    return origins(nowMs);
  };
  const flood = () =>
    Promise.all(Array.from({ length: 50 }, (_, n) => preflightFrom(`https://${n}.example`)));
  await flood();
  server.clock.advance(0.499);
  await flood();
  expect(lookups).toBe(1);
  server.clock.advance(0.001);
  await flood();
  expect(lookups).toBe(2);
});

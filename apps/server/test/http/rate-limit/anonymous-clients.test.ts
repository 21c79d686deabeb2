import { generateApiKey } from '../../../src/keys/api-key.js';
import { quotaOf } from '../../support/contract-values.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import type { TestResponse } from '../../support/validate-response.js';
import { rateOf, retryAfterOf } from './rate-limit-headers.js';

/** Small enough to use up. */
const FREE = { perMinute: 3, perDay: 5 };
const MIDNIGHT_MS = Date.UTC(2026, 10, 21);
const RESET_MS = START_MS + 60_000;

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(trustProxy?: number | string[]): Promise<TestServer> {
  const server = await startServer({
    edit: (contract) => {
      Object.assign(contract['x-rate-limit-plans'], { free: FREE });
    },
    ...(trustProxy !== undefined && { trustProxy }),
  });
  servers.push(server);
  return server;
}

/** A request without a key, as forwarded by a proxy. */
function callFrom(server: TestServer, address: string): Promise<TestResponse> {
  return server.call('/pets', { key: null, headers: { 'X-Forwarded-For': address } });
}

describe('when a request has no valid key', () => {
  test('then it has the quota of the plan free', async () => {
    const server = await startServer();
    servers.push(server);
    const { perMinute, perDay } = quotaOf('free');
    const reply = await server.call('/pets', { key: null });
    expect(reply.status).toBe(401);
    expect(rateOf(reply)).toEqual({
      limit: perMinute,
      remaining: perMinute - 1,
      resetMs: RESET_MS,
    });
    expect(reply.headers.get('RateLimit-Policy')).toBe(
      `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`,
    );
    expect(reply.headers.get('RateLimit')).toBe(
      `"minute";r=${perMinute - 1};t=60, "day";r=${perDay - 1};t=50400`,
    );
  });

  test('then it is a 401 with the remaining quota of its address, and beyond that a 429', async () => {
    const server = await start();
    for (const remaining of [2, 1, 0]) {
      const reply = await server.call('/pets', { key: null });
      expect(reply.status).toBe(401);
      expect(rateOf(reply)).toEqual({ limit: 3, remaining, resetMs: RESET_MS });
    }
    const refusal = await server.call('/pets', { key: null });
    expect([refusal.status, refusal.json.code]).toEqual([429, 'rate_limited']);
    expect(retryAfterOf(refusal)).toBe(60);
    expect(refusal.headers.has('WWW-Authenticate')).toBe(false);

    server.clock.advance(59);
    expect((await server.call('/pets', { key: null })).status).toBe(429);
    server.clock.advance(1);
    expect((await server.call('/pets', { key: null })).status).toBe(401);
  });

  test('then it counts toward the daily quota of its address', async () => {
    const server = await start();
    for (let index = 0; index < 3; index += 1) await server.call('/pets', { key: null });
    server.clock.advance(60);
    for (let index = 0; index < 2; index += 1) await server.call('/pets', { key: null });
    const refusal = await server.call('/pets', { key: null });
    expect(refusal.status).toBe(429);
    expect(rateOf(refusal)).toEqual({ limit: 5, remaining: 0, resetMs: MIDNIGHT_MS });
    expect(retryAfterOf(refusal)).toBe(50_340);
  });

  test('then it counts toward one quota, whatever its key and path are', async () => {
    const server = await start();
    const revoked = await server.issueKey('pro');
    await server.store.keys.revoke(revoked.id, START_MS);
    const replies = [
      await server.call('/pets', { key: null }),
      await server.call('/nothing/here', { key: generateApiKey() }),
      await server.call('/pets/1', { key: revoked.key, method: 'DELETE' }),
      await server.call('/pets', { key: 'as_live_nonsense' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  });
});

describe('when API keys and anonymous clients share an address', () => {
  test('then the anonymous quota does not affect valid keys', async () => {
    const server = await start();
    const { key } = await server.issueKey('enterprise', { perMinute: 300, perDay: 10_000 });
    for (let index = 0; index < 40; index += 1) await server.call('/pets', { key: null });
    expect((await server.call('/pets', { key: null })).status).toBe(429);
    const reply = await server.call('/pets', { key });
    expect(reply.status).toBe(200);
    expect(rateOf(reply)).toEqual({ limit: 300, remaining: 299, resetMs: RESET_MS });
  });

  test('then the quota of a key does not affect anonymous clients', async () => {
    const server = await start();
    const { key } = await server.issueKey('free');
    for (let index = 0; index < 4; index += 1) await server.call('/pets', { key });
    expect((await server.call('/pets', { key })).status).toBe(429);
    expect(rateOf(await server.call('/pets', { key: null })).remaining).toBe(2);
  });
});

describe('the address of a client', () => {
  /** Whether two forwarded addresses share a quota. */
  async function share(server: TestServer, one: string, other: string): Promise<boolean> {
    const before = rateOf(await callFrom(server, one)).remaining;
    const after = rateOf(await callFrom(server, other)).remaining;
    return after === before - 1;
  }

  test('when a proxy is trusted, then it is the forwarded address', async () => {
    const server = await start(1);
    for (let index = 0; index < 3; index += 1) await callFrom(server, '203.0.113.7');
    expect((await callFrom(server, '203.0.113.7')).status).toBe(429);
    expect((await callFrom(server, '203.0.113.8')).status).toBe(401);
  });

  test('when a proxy is trusted, then it is the last forwarded address, not one that the client added', async () => {
    const server = await start(1);
    const forged = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'];
    const statuses = [];
    for (const forgedAddress of forged)
      statuses.push((await callFrom(server, `${forgedAddress}, 203.0.113.7`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test("when the sender is not a trusted proxy, then it is the socket's address", async () => {
    const server = await start(['192.0.2.1']);
    const statuses = [];
    for (const forgedAddress of [1, 2, 3, 4])
      statuses.push((await callFrom(server, `203.0.113.${forgedAddress}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test("when no proxy is trusted, then it is the socket's address", async () => {
    const server = await start();
    const statuses = [];
    for (const forgedAddress of [1, 2, 3, 4])
      statuses.push((await callFrom(server, `203.0.113.${forgedAddress}`)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test.each([
    ['one /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['two /64 of one /48', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['two /64 that differ in an early group', '2001:db8::1', '2001:db9::1', false],
    ['zeros abbreviated and written out', '2001:db8::5:0:0:1', '2001:db8:0:0:9::1', true],
    ['zeros abbreviated in the first half', '2001::2:0:0:0:1', '2001:0:0:2::1', true],
    ['more zeros abbreviated there', '2001::2:0:0:1', '2001:0:0:2::1', false],
    ['none abbreviated', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:6:5:4:3', true],
    ['upper and lower case', '2001:DB8:A::1', '2001:db8:a::1', true],
    ['leading zeros', '2001:0db8:000a::1', '2001:db8:a::1', true],
    ['a zone', 'fe80::1%eth0', 'fe80::2', true],
    ['an IPv4 address and its mapped form', '203.0.113.7', '::ffff:203.0.113.7', true],
    ['the mapped form in upper case', '203.0.113.7', '::FFFF:203.0.113.7', true],
    ['the mapped form in hexadecimal', '203.0.113.7', '::ffff:cb00:7107', true],
    ['two mapped addresses', '::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
    ['an IPv4 and an IPv6 address', '203.0.113.7', '2001:db8::1', false],
    ['an address with and without its port', '203.0.113.7', '203.0.113.7:1111', true],
    ['one address with two ports', '203.0.113.7:1111', '203.0.113.7:2222', true],
    ['two addresses with one port', '203.0.113.7:1111', '203.0.113.8:1111', false],
    ['an IPv6 address with and without its port', '2001:db8::1', '[2001:db8::1]:443', true],
    ['an IPv6 address in brackets', '2001:db8::1', '[2001:db8::1]', true],
    ['a mapped address with a port', '203.0.113.7', '[::ffff:203.0.113.7]:443', true],
    ['an IPv4 address and its NAT64 form', '203.0.113.7', '64:ff9b::cb00:7107', true],
    ['the NAT64 form with dots', '203.0.113.7', '64:ff9b::203.0.113.7', true],
    ['two addresses behind NAT64', '64:ff9b::cb00:7107', '64:ff9b::cb00:7108', false],
    ['an address similar to NAT64', '203.0.113.7', '64:ff9b:1::cb00:7107', false],
    ['text that is not an address', 'garbage-1', 'garbage-2', true],
    ['an address with an empty port', '203.0.113.7:', 'garbage', true],
    ['numbers that are not an address', '999.0.0.1:80', '[::g]:80', true],
  ])('%s: %s and %s share a quota: %s', async (_, one, other, shared) => {
    expect(await share(await start(1), one, other)).toBe(shared);
  });
});

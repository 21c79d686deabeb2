// Quotas of client addresses: of anonymous clients, behind proxies, and of each visitor with a publishable key.
import { setImmediate } from 'node:timers/promises';
import type { LoadMonitor } from '@animal-store/engine/internal/access/load-shedding';
import { generateApiKey, rotateKey } from '../../support/api-keys.js';
import { collectLog } from '../../support/collect-log.js';
import { expectError } from '../../support/expect-error.js';
import { BAN, withFreePlan } from '../../support/fixed-quotas.js';
import { formatRequest, openConnection, sendRaw } from '../../support/raw-connection.js';
import { type StartOptions, startServer, type TestServer } from '../../support/start-server.js';
import { START_MS } from '../../support/start-time.js';
import { outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

/** Small enough to use up. */
const QUOTA = { perMinute: 3, perDay: 100 };
const SHOP = 'https://shop.example';
const PUBLISHABLE = { isPublishable: true, isReadOnly: true, origins: [SHOP] };
const [ANN, BOB] = ['203.0.113.7', '203.0.113.8'];
const DAY_MS = 86_400_000;
const withQuota = withFreePlan(QUOTA);

let server: TestServer;
afterEach(() => server.close());

async function start(options?: StartOptions): Promise<void> {
  server = await startServer({ edit: withQuota, ...options });
}
const callFrom = (address: string, key: string | null) =>
  server.call('/pets', { key, headers: { 'X-Forwarded-For': address, Origin: SHOP } });

test('when clients have no valid key, then all their requests count toward one quota, and no key', async () => {
  await start();
  const revoked = await server.issueKey('pro');
  await server.store.keys.revoke(revoked.id, START_MS);
  const replies = [
    await server.call('/pets', { key: null }),
    await server.call('/nothing/here', { key: generateApiKey() }),
    await server.call('/pets/1', { key: revoked.key, method: 'DELETE' }),
  ];
  for (const { status, headers } of replies)
    expect([status, headers.get('connection')]).toEqual([401, 'keep-alive']);
  // over the quota, the connection is closed
  for (const sent of [undefined, 'as_live_nonsense', generateApiKey(), revoked.key]) {
    const connection = openConnection(server.url);
    const lines = sent === undefined ? [] : [`Authorization: Bearer ${sent}`];
    connection.send(formatRequest('GET /v1/pets', lines));
    const reply = await connection.reply();
    expectError(reply, 429, 'rate_limited');
    expect(reply.headers.get('connection')).toBe('close');
    expect([rateOf(reply).remaining, retryAfterOf(reply)]).toEqual([0, 60]);
    await connection.closed;
  }
  const { key } = await server.issueKey('free');
  const valid = await server.call('/pets', { key });
  expect([valid.headers.get('connection'), rateOf(valid).remaining]).toEqual(['keep-alive', 2]);
});

test('when a trusted proxy sends them, then its connection is kept, because clients share it', async () => {
  await start({ trustProxy: 1 });
  for (let count = 0; count < QUOTA.perMinute; count += 1) await callFrom(ANN, null);
  for (const sent of [null, generateApiKey()]) {
    const { status, headers } = await callFrom(ANN, sent);
    expect([status, headers.get('connection')]).toEqual([429, 'keep-alive']);
  }
});

test.each<[string, number | string[] | false, (n: number) => string, number]>([
  ['is trusted, then the forwarded address counts', 1, (n) => `203.0.113.${n}`, 401],
  ['is trusted, then no address before the last counts', 1, (n) => `198.51.100.${n}, ${ANN}`, 429],
  ['is not the trusted one, then the socket counts', ['192.0.2.1'], (n) => `203.0.113.${n}`, 429],
  ['is not trusted, then the socket counts', false, (n) => `203.0.113.${n}`, 429],
])('when a proxy %s', async (_, trustProxy, forwarded, last) => {
  await start({ trustProxy });
  const statuses = [];
  for (const n of [1, 2, 3, 4]) statuses.push((await callFrom(forwarded(n), null)).status);
  expect(statuses).toEqual([401, 401, 401, last]);
});

describe('when the server listens on all addresses of both families', () => {
  const log = collectLog();
  const openTo = (trustProxy: string[]) => start({ host: '::', trustProxy, logTo: log.stream });
  afterEach(() => log.lines.splice(0));
  const clients = () => log.lines.map((line) => JSON.parse(line).client);

  test('then an IPv4 client has one address in log and quota, as on 127.0.0.1', async () => {
    await openTo([]);
    const replies = [];
    for (let count = 0; count <= QUOTA.perMinute; count += 1)
      replies.push(await server.call('/pets', { key: null }));
    const last = replies.pop();
    expect([last?.status, last?.headers.get('connection')]).toEqual([429, 'close']);
    const other = await fetch(`${server.url.replace('127.0.0.1', '[::1]')}/v1/pets`);
    expect([other.status, rateOf(other).remaining]).toEqual([401, QUOTA.perMinute - 1]);
    await sendRaw(server.url, 'nonsense\r\n\r\n');
    expect(await server.store.counters.load('address:127.0.0.1')).toBeDefined();
    expect(clients()).toEqual(['127.0.0.1', '::1', '127.0.0.1']);
  });

  test.each([
    [ANN, ['203.0.113.7:80', '::ffff:203.0.113.7', '[::FFFF:cb00:7107]:443']],
    ['2001:db8::1', ['2001:DB8:0::1', '[2001:db8::1]', '[2001:db8::1]:9']],
  ])('then a trusted proxy is one, and %s has one spelling', async (address, spellings) => {
    await openTo(['127.0.0.1']);
    const { key } = await server.issueKey('free');
    for (const spelling of [address, ...spellings]) await callFrom(spelling, key);
    for (const [index, spelling] of spellings.entries())
      expect(rateOf(await callFrom(spelling, null)).remaining).toBe(QUOTA.perMinute - 1 - index);
    expect(new Set(clients())).toEqual(new Set([address]));
  });
});

describe('a publishable key', () => {
  const requestClasses: string[] = [];
  let isOverloaded: boolean;
  let key: string;
  let id: string;
  beforeEach(async () => {
    isOverloaded = false;
    const decide: LoadMonitor['decide'] = (requestClass) => {
      requestClasses.push(requestClass);
      return isOverloaded && requestClass !== 'key' ? 'shed' : 'serve';
    };
    await start({ trustProxy: 1, loadMonitor: { decide, countShed: () => {} } });
    ({ key, id } = await server.issueKey('enterprise', QUOTA, PUBLISHABLE));
  });
  const outcomeFrom = async (address: string, sent = key) =>
    outcomeOf(await callFrom(address, sent));
  /** One request more than the quota, and as many as it takes for a ban. */
  async function banAt(address: string): Promise<void> {
    for (let count = 0; count < QUOTA.perMinute + BAN.refusalsPerMinute; count += 1)
      await callFrom(address, key);
  }

  test('admits exactly its quota of concurrent requests at each address, of an IPv6 /64 as one', async () => {
    const addresses = [ANN, BOB, '2001:db8:1:2::1', '2001:db8:1:2:ffff::1'];
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => callFrom(addresses[index % 4] ?? '', key)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3 * QUOTA.perMinute);
    server.clock.advance(60);
    expect(await outcomeFrom(ANN)).toBe('admitted');
  });

  test('is banned at one address alone, also after a rotation, until the bans are lifted', async () => {
    await banAt(ANN);
    const rotated = await rotateKey(server.store.keys, id, server.clock.nowMs, 60_000);
    for (const sent of [key, rotated?.key]) {
      expect(await outcomeFrom(ANN, sent)).toBe('key_banned');
      expect(await outcomeFrom(BOB, sent)).toBe('admitted');
    }
    await banAt(BOB);
    await server.store.keys.liftBans(id, server.clock.nowMs);
    for (const address of [ANN, BOB]) expect(await outcomeFrom(address)).toBe('rate_limited');
  });

  test('shares no count with another key, or with anonymous clients, at the same address', async () => {
    const other = await server.issueKey('enterprise', QUOTA, PUBLISHABLE);
    const secret = await server.issueKey('enterprise', QUOTA);
    await banAt(ANN);
    for (const sent of [other.key, secret.key, null])
      expect(rateOf(await callFrom(ANN, sent)).remaining).toBe(QUOTA.perMinute - 1);
    expect(await outcomeFrom(ANN)).toBe('key_banned');
    await server.store.keys.revoke(id, server.clock.nowMs);
    const anonymous = await callFrom(ANN, key);
    expect([anonymous.status, rateOf(anonymous).remaining]).toEqual([401, QUOTA.perMinute - 2]);
  });

  test('is of low priority at the address alone that is over its quota, until its bans are lifted', async () => {
    await banAt(ANN);
    const { key: secret } = await server.issueKey('free');
    requestClasses.length = 0;
    for (const address of [ANN, BOB, ANN]) await callFrom(address, key);
    await callFrom(ANN, secret);
    expect(requestClasses).toEqual(['refused', 'key', 'refused', 'key']);
    await server.store.keys.liftBans(id, server.clock.nowMs);
    isOverloaded = true;
    server.clock.nowMs += 999;
    expect((await callFrom(ANN, key)).status).toBe(503);
    server.clock.nowMs += 1; // it is read again within a second
    expect(await outcomeFrom(ANN)).toBe('rate_limited');
  });

  test('shows its last use, to the minute', async () => {
    /** The request does not wait for the write. */
    const waitForLastUse = async (expectedMs: number) => {
      const lastUsed = async () => (await server.store.keys.get(id, START_MS))?.lastUsedMs;
      while ((await lastUsed()) !== expectedMs) await setImmediate();
    };
    await callFrom(ANN, key);
    await waitForLastUse(START_MS);
    server.clock.advance(59);
    await callFrom(BOB, key);
    server.clock.advance(1);
    await callFrom(BOB, key);
    await waitForLastUse(START_MS + 60_000);
  });

  test('has its counts in storage like those of addresses, which are deleted after two days', async () => {
    const { counters } = server.store;
    const subject = `address:${ANN} key:${id}`;
    await callFrom(ANN, key);
    expect(await counters.load(subject)).toMatchObject({ dayCount: expect.any(Number) });
    await counters.forget(START_MS + DAY_MS);
    expect(await counters.load(subject)).toBeUndefined();
    expect(await counters.load(`key:${id}`)).toBeDefined();
  });
});

import { setImmediate } from 'node:timers/promises';
import { rotateKey } from '../../../src/keys/key-service.js';
import type { LoadMonitor } from '../../../src/middleware/access/load-shedding.js';
import type { KeyRestrictions } from '../../../src/model.js';
import { BAN, withFixedQuotas } from '../../support/fixed-quotas.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import { outcomeOf, rateOf } from './rate-limit-headers.js';

const QUOTA = { perMinute: 3, perDay: 100 };
const SHOP = 'https://shop.example';
const PUBLISHABLE: Partial<KeyRestrictions> = {
  isPublishable: true,
  isReadOnly: true,
  origins: [SHOP],
};
const [ANN, BOB] = ['203.0.113.7', '203.0.113.8'];
const DAY_MS = 86_400_000;

const requestClasses: string[] = [];
let isOverloaded: boolean;
const loadMonitor: LoadMonitor = {
  decide(requestClass) {
    requestClasses.push(requestClass);
    return isOverloaded && requestClass !== 'key' ? 'shed' : 'serve';
  },
  countShed: () => {},
};

let server: TestServer;
let key: string;
let id: string;
beforeEach(async () => {
  isOverloaded = false;
  server = await startServer({ edit: withFixedQuotas, trustProxy: 1, loadMonitor });
  ({ key, id } = await server.issueKey('enterprise', QUOTA, PUBLISHABLE));
});
afterEach(() => server.close());

const callFrom = (address: string, sentKey: string | null = key) =>
  server.call('/pets', { key: sentKey, headers: { 'X-Forwarded-For': address, Origin: SHOP } });

/** One request more than the quota, and as many as it takes for a ban. */
async function banAt(address: string): Promise<void> {
  for (let count = 0; count < QUOTA.perMinute + BAN.refusalsPerMinute; count += 1)
    await callFrom(address);
}

describe('a publishable key', () => {
  test('has its quota at each address', async () => {
    for (const remaining of [2, 1, 0])
      expect(rateOf(await callFrom(ANN))).toMatchObject({ limit: 3, remaining });
    expect(outcomeOf(await callFrom(ANN))).toBe('rate_limited');
    expect(rateOf(await callFrom(BOB))).toMatchObject({ limit: 3, remaining: 2 });
    server.clock.advance(60);
    expect(outcomeOf(await callFrom(ANN))).toBe('admitted');
  });

  test('admits exactly its quota of concurrent requests at each address', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => callFrom(index % 2 === 0 ? ANN : BOB)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2 * QUOTA.perMinute);
  });

  test('is banned at one address alone', async () => {
    await banAt(ANN);
    expect(outcomeOf(await callFrom(ANN))).toBe('key_banned');
    expect(outcomeOf(await callFrom(BOB))).toBe('admitted');
    server.clock.nowMs = START_MS + BAN.seconds * 1000 - 1;
    expect(outcomeOf(await callFrom(ANN))).toBe('key_banned');
    server.clock.nowMs += 1;
    expect(outcomeOf(await callFrom(ANN))).toBe('admitted');
  });

  test('when its bans are lifted, then those at all addresses have ended', async () => {
    for (const address of [ANN, BOB]) await banAt(address);
    await server.store.keys.liftBans(id, server.clock.nowMs);
    for (const address of [ANN, BOB])
      expect(outcomeOf(await callFrom(address))).toBe('rate_limited');
    server.clock.advance(60);
    for (const address of [ANN, BOB]) expect(outcomeOf(await callFrom(address))).toBe('admitted');
  });

  test('keeps its ban when it is rotated', async () => {
    await banAt(ANN);
    const rotated = await rotateKey(server.store.keys, id, server.clock.nowMs, 60_000);
    expect(outcomeOf(await callFrom(ANN, rotated?.key))).toBe('key_banned');
    expect(outcomeOf(await callFrom(BOB, rotated?.key))).toBe('admitted');
  });

  test('shares no count with another key, or with anonymous clients, at the same address', async () => {
    const other = await server.issueKey('enterprise', QUOTA, PUBLISHABLE);
    const secret = await server.issueKey('enterprise', QUOTA);
    await banAt(ANN);
    for (const sent of [other.key, secret.key])
      expect(rateOf(await callFrom(ANN, sent)).remaining).toBe(QUOTA.perMinute - 1);
    expect(rateOf(await callFrom(ANN, null)).remaining).toBe(59);
    expect(outcomeOf(await callFrom(ANN))).toBe('key_banned');
  });

  test('counts a 403 at the address that sent the request', async () => {
    const headers = { 'X-Forwarded-For': ANN, Origin: SHOP };
    const json = { name: 'Hambone', categoryId: 1 };
    const reply = await server.call('/pets', { key, method: 'POST', json, headers });
    expect([reply.status, rateOf(reply).remaining]).toEqual([403, 2]);
    expect(rateOf(await callFrom(BOB)).remaining).toBe(2);
  });

  test('when it is revoked, then its requests count as anonymous', async () => {
    await callFrom(ANN);
    await server.store.keys.revoke(id, server.clock.nowMs);
    const reply = await callFrom(ANN);
    expect([reply.status, rateOf(reply)]).toMatchObject([401, { limit: 60, remaining: 59 }]);
  });

  test('is counted for an IPv6 /64 as one address', async () => {
    await callFrom('2001:db8:1:2::1');
    expect(rateOf(await callFrom('2001:db8:1:2:ffff::1')).remaining).toBe(1);
    expect(rateOf(await callFrom('2001:db8:1:3::1')).remaining).toBe(2);
  });

  test('is of low priority at the address alone that is over its quota', async () => {
    await banAt(ANN);
    const { key: secret } = await server.issueKey('free');
    requestClasses.length = 0;
    for (const address of [ANN, BOB, ANN]) await callFrom(address);
    await callFrom(ANN, secret);
    expect(requestClasses).toEqual(['refused', 'key', 'refused', 'key']);
  });

  test('when its bans are lifted during an overload, then its requests have high priority again within a second', async () => {
    await banAt(ANN);
    await server.store.keys.liftBans(id, server.clock.nowMs);
    isOverloaded = true;
    server.clock.nowMs += 999;
    expect((await callFrom(ANN)).status).toBe(503);
    server.clock.nowMs += 1;
    expect(outcomeOf(await callFrom(ANN))).toBe('rate_limited');
  });

  test('shows its last use, to the minute', async () => {
    const lastUsed = async () =>
      (await server.store.keys.list(server.clock.nowMs)).find((record) => record.id === id)
        ?.lastUsedMs;
    /** The request does not wait for the write. */
    const waitForLastUse = async (expected: number) => {
      while ((await lastUsed()) !== expected) await setImmediate();
    };
    expect(await lastUsed()).toBeUndefined();
    await callFrom(ANN);
    await waitForLastUse(START_MS);
    server.clock.advance(59);
    await callFrom(BOB);
    server.clock.advance(1);
    await callFrom(BOB);
    await waitForLastUse(START_MS + 60_000);
  });

  test('has its counts in storage like those of addresses, which are deleted after two days', async () => {
    const { counters } = server.store;
    const subject = `address:${ANN} key:${id}`;
    await callFrom(ANN);
    expect(await counters.load(subject)).toMatchObject({ dayCount: expect.any(Number) });
    await counters.forget(START_MS + DAY_MS);
    expect(await counters.load(subject)).toBeUndefined();
    expect(await counters.load(`key:${id}`)).toBeDefined();
  });
});

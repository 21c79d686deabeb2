// Quotas and bans, beyond the conformance vectors: plans, edits of the contract, concurrency, and lifted bans.
import { planQuotas, quotaOf } from '../../support/contract-values.js';
import { FREE, withFixedQuotas } from '../../support/fixed-quotas.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { countOutcomes, outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

let server: TestServer;
afterEach(() => server.close());

const call = (key: string | null) => server.call('/pets', { key });
const callTimes = (count: number, key: string | null) =>
  Promise.all(Array.from({ length: count }, () => call(key)));

describe('the quota of a plan', () => {
  test.each(planQuotas())('when the plan is %s, then it is %j', async (plan, quota) => {
    server = await startServer();
    const { headers } = await call((await server.issueKey(plan)).key);
    expect(headers.get('RateLimit-Policy')).toBe(
      `"minute";q=${quota.perMinute};w=60, "day";q=${quota.perDay};w=86400`,
    );
  });

  test('when the plan of a key is not in the contract, then it is a 500 with rate-limit headers', async () => {
    server = await startServer();
    const reply = await call((await server.issueKey('gold')).key);
    expect([reply.status, reply.json.code]).toEqual([500, 'internal_error']);
    expect(rateOf(reply).limit).toBe(quotaOf('free').perMinute);
  });

  test('when the contract changes a quota or the ban, then the new one applies', async () => {
    server = await startServer({
      edit: (contract) => {
        Object.assign(contract['x-rate-limit-plans'], { free: { perMinute: 1, perDay: 9 } });
        const ban = { refusalsPerMinute: 2, seconds: 30, maxSeconds: 40 };
        Object.assign(contract, { 'x-rate-limit-ban': ban });
      },
    });
    const { key } = await server.issueKey('free');
    expect(outcomeOf(await call(key))).toBe('admitted');
    expect(outcomeOf(await call(key))).toBe('rate_limited');
    expect(retryAfterOf(await call(key))).toBe(30);
    server.clock.advance(30);
    // in the same minute: refusals before the first ban do not count again
    expect(outcomeOf(await call(key))).toBe('rate_limited');
    expect(retryAfterOf(await call(key))).toBe(40);
  });
});

describe('when N + 50 requests are concurrent', () => {
  beforeEach(async () => {
    server = await startServer({ edit: withFixedQuotas });
  });

  test.each([
    ['a minute', 137, { perMinute: 137, perDay: 100_000 }],
    ['a large minute', 500, { perMinute: 500, perDay: 100_000 }],
    ['a day', 90, { perMinute: 5000, perDay: 90 }],
    ['one request', 1, { perMinute: 1, perDay: 1 }],
  ])('and N is the quota of %s, then exactly N are admitted', async (_, limit, quota) => {
    const { key } = await server.issueKey('enterprise', quota);
    const replies = await callTimes(limit + 50, key);
    // the tenth of the fifty refusals bans the key
    const outcomes = { admitted: limit, rate_limited: 9, key_banned: 41 };
    expect(countOutcomes(replies)).toEqual(outcomes);
    const admitted = replies.filter((reply) => reply.status === 200).map(rateOf);
    expect(admitted.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: limit }, (_, index) => limit - 1 - index),
    );
  });

  test('and anonymous, then exactly N are 401, and the address is not banned', async () => {
    const replies = await callTimes(FREE.perMinute + 50, null);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(FREE.perMinute);
    expect(replies.filter(({ json }) => json.code === 'rate_limited')).toHaveLength(50);
  });
});

describe('when the bans of a key are lifted', () => {
  let key: string;
  let id: string;
  beforeEach(async () => {
    server = await startServer({ edit: withFixedQuotas });
    ({ key, id } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1000 }));
    await callTimes(11, key);
    expect(retryAfterOf(await call(key))).toBe(300);
  });
  const liftBans = () => server.store.keys.liftBans(id, server.clock.nowMs);

  test('then the quota stays used up, and a later ban is as long as the first, and lasts', async () => {
    server.clock.advance(300);
    await callTimes(10, key);
    expect(retryAfterOf(await call(key))).toBe(600);
    await liftBans();
    const refusals = await callTimes(9, key);
    expect(countOutcomes(refusals)).toEqual({ admitted: 0, rate_limited: 9, key_banned: 0 });
    expect(retryAfterOf(await call(key))).toBe(300);
    expect(outcomeOf(await call(key))).toBe('key_banned');
    await liftBans();
    server.clock.advance(60);
    expect((await call(key)).headers.get('RateLimit')).toContain('"day";r=997;');
  });

  test('then another key that is banned stays banned', async () => {
    const other = await server.issueKey('enterprise', { perMinute: 0, perDay: 1000 });
    await callTimes(11, other.key);
    await liftBans();
    expect(outcomeOf(await call(key))).toBe('rate_limited');
    expect(outcomeOf(await call(other.key))).toBe('key_banned');
  });
});

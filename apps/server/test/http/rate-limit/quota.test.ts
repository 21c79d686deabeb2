// Quotas and bans, beyond the conformance vectors: plans, edits of the contract, and concurrency.
import { planQuotas, quotaOf } from '../../support/contract-values.js';
import { FREE, withFixedQuotas, withFreePlan } from '../../support/fixed-quotas.js';
import { startServer, type TestServer } from '../../support/start-server.js';
import { callTimes, countOutcomes, outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

let server: TestServer;
afterEach(() => server.close());

const call = (key: string | null) => server.call('/pets', { key });

test('when a key has a plan, then its quota is that of the plan; an unknown one is a 500', async () => {
  server = await startServer();
  for (const [plan, { perMinute, perDay }] of planQuotas()) {
    const { headers } = await call((await server.issueKey(plan)).key);
    const policy = `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`;
    expect([plan, headers.get('RateLimit-Policy')]).toEqual([plan, policy]);
  }
  const reply = await call((await server.issueKey('gold')).key);
  expect([reply.status, reply.json.code]).toEqual([500, 'internal_error']);
  expect(rateOf(reply).limit).toBe(quotaOf('free').perMinute);
});

test('when the contract changes a quota or the ban, then the new one applies', async () => {
  const ban = { refusalsPerMinute: 2, seconds: 30, maxSeconds: 40 };
  server = await startServer({ edit: withFreePlan({ perMinute: 1, perDay: 9 }, ban) });
  const { key } = await server.issueKey('free');
  expect(outcomeOf(await call(key))).toBe('admitted');
  expect(outcomeOf(await call(key))).toBe('rate_limited');
  expect(retryAfterOf(await call(key))).toBe(30);
  server.clock.advance(30);
  // in the same minute: refusals before the first ban do not count again
  expect(outcomeOf(await call(key))).toBe('rate_limited');
  expect(retryAfterOf(await call(key))).toBe(40);
});

test('when N + 50 requests are concurrent, then exactly N are admitted, in each window', async () => {
  server = await startServer({ edit: withFixedQuotas });
  for (const [limit, quota] of [
    [137, { perMinute: 137, perDay: 100_000 }],
    [90, { perMinute: 5000, perDay: 90 }],
    [1, { perMinute: 1, perDay: 1 }],
  ] as const) {
    const { key } = await server.issueKey('enterprise', quota);
    const replies = await callTimes(server, limit + 50, key);
    // the tenth of the fifty refusals bans the key
    const outcomes = { admitted: limit, rate_limited: 9, key_banned: 41 };
    expect(countOutcomes(replies)).toEqual(outcomes);
    const admitted = replies.filter((reply) => reply.status === 200).map(rateOf);
    expect(admitted.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: limit }, (_, index) => limit - 1 - index),
    );
  }
  const replies = await callTimes(server, FREE.perMinute + 50, null);
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(FREE.perMinute);
  // no address is banned
  expect(replies.filter(({ json }) => json.code === 'rate_limited')).toHaveLength(50);
});

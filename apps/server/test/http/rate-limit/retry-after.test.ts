import { FREE, withFixedQuotas } from '../../support/fixed-quotas.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import { countOutcomes, outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ edit: withFixedQuotas });
});
afterEach(() => server.close());

const DAY_MS = 86_400_000;
const MIDNIGHT_MS = Date.UTC(2026, 10, 21);

async function issue(perMinute: number, perDay: number): Promise<string> {
  return (await server.issueKey('enterprise', { perMinute, perDay })).key;
}

describe('Retry-After', () => {
  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1000, 59],
    [17_400, 43],
    [59_000, 1],
    [59_999, 1],
  ])(
    'when a minute is used up after %i ms, then it is %i s, and not a second longer than necessary',
    async (intoMs, seconds) => {
      const key = await issue(2, 1000);
      server.clock.nowMs = START_MS + intoMs;
      for (let index = 0; index < 2; index += 1) await server.call('/pets', { key });
      const refusal = await server.call('/pets', { key });
      expect(outcomeOf(refusal)).toBe('rate_limited');
      expect(retryAfterOf(refusal)).toBe(seconds);
      expect(refusal.json.message).toContain(`${seconds} s`);

      server.clock.advance(seconds - 1);
      expect(outcomeOf(await server.call('/pets', { key }))).toBe('rate_limited');
      server.clock.advance(1);
      expect(outcomeOf(await server.call('/pets', { key }))).toBe('admitted');
    },
  );

  test.each([
    ['at ten in the morning', START_MS, 50_400],
    ['early in the day', MIDNIGHT_MS - DAY_MS + 1, 86_400],
    ['in the last minute', MIDNIGHT_MS - 60_000, 60],
    ['in the last second', MIDNIGHT_MS - 1, 1],
  ])('when a day is used up %s, then it is the time until midnight', async (_, nowMs, seconds) => {
    const key = await issue(1000, 3);
    server.clock.nowMs = nowMs;
    for (let index = 0; index < 3; index += 1) await server.call('/pets', { key });
    const refusal = await server.call('/pets', { key });
    expect(outcomeOf(refusal)).toBe('rate_limited');
    expect(retryAfterOf(refusal)).toBe(seconds);

    server.clock.advance(seconds - 1);
    expect(outcomeOf(await server.call('/pets', { key }))).toBe('rate_limited');
    server.clock.advance(1);
    const reply = await server.call('/pets', { key });
    expect(outcomeOf(reply)).toBe('admitted');
    expect(reply.headers.get('RateLimit')).toMatch(/"minute";r=999;.*"day";r=2;/);
  });

  test('when both windows are used up, then it is the later reset', async () => {
    const key = await issue(2, 2);
    for (let index = 0; index < 2; index += 1) await server.call('/pets', { key });
    expect(retryAfterOf(await server.call('/pets', { key }))).toBe(50_400);
  });

  test('when a request is admitted, then there is none', async () => {
    const key = await issue(1, 1000);
    const admitted = await server.call('/pets', { key });
    expect(rateOf(admitted).remaining).toBe(0);
    expect(admitted.headers.has('Retry-After')).toBe(false);
  });
});

describe('when a window ends', () => {
  test.each([
    ['at the turn of the minute', 2, 100, START_MS + 60_000],
    ['at the turn of the day', 100, 2, MIDNIGHT_MS],
  ])('%s, then its quota is available to the millisecond', async (_, perMinute, perDay, turnMs) => {
    const key = await issue(perMinute, perDay);
    const call = () => server.call('/pets', { key });
    await Promise.all([call(), call()]);
    server.clock.nowMs = turnMs - 1;
    expect(outcomeOf(await call())).toBe('rate_limited');
    server.clock.nowMs = turnMs;
    const replies = [await call(), await call(), await call()];
    expect(countOutcomes(replies)).toEqual({ admitted: 2, rate_limited: 1, key_banned: 0 });
  });

  test('sixty times in an hour, then the day keeps counting', async () => {
    const key = await issue(1, 60);
    for (let minute = 0; minute < 60; minute += 1) {
      server.clock.nowMs = START_MS + minute * 60_000;
      const reply = await server.call('/pets', { key });
      expect(outcomeOf(reply)).toBe('admitted');
      expect(reply.headers.get('RateLimit')).toContain(`"day";r=${59 - minute};`);
    }
    server.clock.advance(60);
    expect(outcomeOf(await server.call('/pets', { key }))).toBe('rate_limited');
  });
});

describe('when N + 50 requests are concurrent', () => {
  test.each([
    ['the free plan', FREE.perMinute, undefined],
    ['a custom minute', 137, { perMinute: 137, perDay: 100_000 }],
    ['a large custom minute', 500, { perMinute: 500, perDay: 100_000 }],
    ['a custom day', 90, { perMinute: 5000, perDay: 90 }],
    ['a limit of one', 1, { perMinute: 1, perDay: 1 }],
  ])('then exactly N are admitted, for %s, in three rounds', async (_, limit, quota) => {
    for (let round = 0; round < 3; round += 1) {
      const { key } = await server.issueKey(quota ? 'enterprise' : 'free', quota);
      const replies = await Promise.all(
        Array.from({ length: limit + 50 }, () => server.call('/pets', { key })),
      );
      // the tenth of the fifty refusals bans the key
      expect(countOutcomes(replies)).toEqual({
        admitted: limit,
        rate_limited: 9,
        key_banned: 41,
      });
      const admitted = replies.filter((reply) => reply.status === 200).map(rateOf);
      expect(admitted.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
        Array.from({ length: limit }, (_, index) => limit - 1 - index),
      );
    }
  });

  test('then exactly N anonymous requests of an address are admitted', async () => {
    const replies = await Promise.all(
      Array.from({ length: FREE.perMinute + 50 }, () => server.call('/pets', { key: null })),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(FREE.perMinute);
    expect(replies.filter(({ json }) => json.code === 'rate_limited')).toHaveLength(50);
  });
});

import { planQuotas, quotaOf, TOO_LARGE_BYTES } from '../../support/contract-values.js';
import type { CallOptions } from '../../support/start-server.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import { outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

const MIDNIGHT_MS = Date.UTC(2026, 10, 21);

let server: TestServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

async function issue(perMinute: number, perDay: number): Promise<string> {
  return (await server.issueKey('enterprise', { perMinute, perDay })).key;
}

async function callTimes(count: number, key: string) {
  const replies = [];
  for (let index = 0; index < count; index += 1) replies.push(await server.call('/pets', { key }));
  return replies;
}

describe('the quota of a plan', () => {
  test.each(planQuotas())('when the plan is %s, then it is %j', async (plan, quota) => {
    const { perMinute, perDay } = quota;
    const { key } = await server.issueKey(plan);
    server.clock.nowMs = START_MS + 17_400;
    const reply = await server.call('/pets', { key });
    expect(rateOf(reply)).toEqual({
      limit: perMinute,
      remaining: perMinute - 1,
      resetMs: START_MS + 60_000,
    });
    expect(reply.headers.get('RateLimit-Policy')).toBe(
      `"minute";q=${perMinute};w=60, "day";q=${perDay};w=86400`,
    );
    // 42.6 s of the minute and 14 h less 17.4 s of the day remain, rounded up
    expect(reply.headers.get('RateLimit')).toBe(
      `"minute";r=${perMinute - 1};t=43, "day";r=${perDay - 1};t=50383`,
    );
  });

  test('when the plan is enterprise, then it is that of the key', async () => {
    const reply = await server.call('/pets', { key: await issue(7, 1234) });
    expect(reply.headers.get('RateLimit-Policy')).toBe('"minute";q=7;w=60, "day";q=1234;w=86400');
  });

  test('when the plan of a key is not in the contract, then it is a 500 with rate-limit headers', async () => {
    const { key } = await server.issueKey('gold');
    const reply = await server.call('/pets', { key });
    expect([reply.status, reply.json.code]).toEqual([500, 'internal_error']);
    expect(rateOf(reply).limit).toBe(quotaOf('free').perMinute);
  });

  test('when the contract changes a quota, then the new one applies', async () => {
    const edited = await startServer({
      edit: (contract) => {
        Object.assign(contract['x-rate-limit-plans'], { free: { perMinute: 2, perDay: 9 } });
      },
    });
    try {
      const { key } = await edited.issueKey('free');
      const outcomes = [];
      for (let index = 0; index < 3; index += 1)
        outcomes.push(outcomeOf(await edited.call('/pets', { key })));
      expect(outcomes).toEqual(['admitted', 'admitted', 'rate_limited']);
    } finally {
      await edited.close();
    }
  });
});

describe('what counts toward the quota', () => {
  const tooLarge = JSON.stringify({ name: 'x'.repeat(TOO_LARGE_BYTES), categoryId: 1 });
  const json = { 'Content-Type': 'application/json' };
  const requests: [what: string, status: number, path: string, options: CallOptions][] = [
    ['listPets', 200, '/pets', {}],
    ['HEAD', 200, '/pets', { method: 'HEAD' }],
    ['OPTIONS', 204, '/pets', { method: 'OPTIONS' }],
    ['createPet', 201, '/pets', { method: 'POST', json: { name: 'Emily', categoryId: 2 } }],
    ['a bad parameter', 400, '/pets?limit=0', {}],
    ['a bad body', 400, '/pets', { method: 'POST', json: {} }],
    ['malformed JSON', 400, '/pets', { method: 'POST', body: '{', headers: json }],
    ['malformed percent-encoding', 400, '/pets/%zz', {}],
    ['an unknown animal', 404, '/pets/99', {}],
    ['an unknown path', 404, '/nothing/here', {}],
    ['a wrong method', 405, '/pets', { method: 'DELETE' }],
    ['a large body', 413, '/pets', { method: 'POST', body: tooLarge, headers: json }],
    ['an unsupported media type', 415, '/pets', { method: 'POST', body: 'name=Emily' }],
  ];

  test.each(requests)('%s (%i) counts as one request', async (_, status, path, options) => {
    const key = await issue(50, 1000);
    const before = rateOf(await server.call('/pets', { key }));
    const reply = await server.call(path, { ...options, key });
    expect(reply.status).toBe(status);
    expect(rateOf(reply)).toEqual({ ...before, remaining: before.remaining - 1 });
    expect(reply.headers.get('RateLimit')).toContain('"day";r=998;');
    expect(rateOf(await server.call('/pets', { key })).remaining).toBe(before.remaining - 2);
  });

  test.each(requests)(
    '%s is refused when the quota is used up',
    async (_, _status, path, options) => {
      const key = await issue(1, 1000);
      await server.call('/pets', { key });
      const reply = await server.call(path, { ...options, key });
      expect(reply.status).toBe(429);
      expect(retryAfterOf(reply)).toBe(60);
      expect(rateOf(reply)).toEqual({ limit: 1, remaining: 0, resetMs: START_MS + 60_000 });
    },
  );

  test('when a createPet is refused, then nothing is added', async () => {
    const key = await issue(1, 1000);
    await server.call('/pets', { key });
    const json = { name: 'Emily', categoryId: 2 };
    expect((await server.call('/pets', { key, method: 'POST', json })).status).toBe(429);
    expect((await server.call('/pets')).json).toEqual([]);
  });

  test('a refusal counts in neither window', async () => {
    const key = await issue(3, 5);
    const replies = await callTimes(6, key);
    expect(replies.map(outcomeOf)).toEqual([
      ...Array(3).fill('admitted'),
      ...Array(3).fill('rate_limited'),
    ]);
    server.clock.advance(60);
    const reply = await server.call('/pets', { key });
    expect(reply.headers.get('RateLimit')).toMatch(/^"minute";r=2;.*"day";r=1;/);
  });

  test('every key has its own quota', async () => {
    const [one, other] = [await issue(1, 1), await issue(1, 1)];
    expect((await callTimes(2, one)).map(outcomeOf)).toEqual(['admitted', 'rate_limited']);
    expect((await callTimes(2, other)).map(outcomeOf)).toEqual(['admitted', 'rate_limited']);
  });
});

describe('the window in the X-RateLimit headers', () => {
  test.each([
    ['the minute if it has fewer remaining', 5, 10, 5, START_MS + 60_000],
    ['the day if it has fewer remaining', 10, 5, 5, MIDNIGHT_MS],
    ['the day if both have the same', 5, 5, 5, MIDNIGHT_MS],
  ])('is %s', async (_, perMinute, perDay, limit, resetMs) => {
    const reply = await server.call('/pets', { key: await issue(perMinute, perDay) });
    expect(rateOf(reply)).toEqual({ limit, remaining: 4, resetMs });
  });

  test('changes from the minute to the day when the day has fewer remaining', async () => {
    const key = await issue(3, 5);
    const minute = { limit: 3, resetMs: START_MS + 60_000 };
    const day = { limit: 5, resetMs: MIDNIGHT_MS };
    const first = (await callTimes(3, key)).map(rateOf);
    expect(first).toEqual([2, 1, 0].map((remaining) => ({ ...minute, remaining })));
    server.clock.advance(60);
    const second = (await callTimes(2, key)).map(rateOf);
    expect(second).toEqual([1, 0].map((remaining) => ({ ...day, remaining })));
  });

  test('of a refusal is the one that is used up, or the later reset of both', async () => {
    const byMinute = await issue(2, 1000);
    expect((await callTimes(3, byMinute)).map(rateOf)[2]).toEqual({
      limit: 2,
      remaining: 0,
      resetMs: START_MS + 60_000,
    });
    const byDay = await issue(10, 2);
    const byBoth = await issue(2, 2);
    const day = { limit: 2, remaining: 0, resetMs: MIDNIGHT_MS };
    expect((await callTimes(3, byDay)).map(rateOf)[2]).toEqual(day);
    expect((await callTimes(3, byBoth)).map(rateOf)[2]).toEqual(day);
  });
});

test('when a preflight of an allowed origin is sent, then it does not count and has the remaining quota', async () => {
  const origin = 'https://shop.example';
  const open = await startServer({ corsOrigins: [origin] });
  const { perMinute } = quotaOf('free');
  try {
    const headers = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
    for (let index = 0; index < 2; index += 1) {
      const reply = await open.call('/pets', { method: 'OPTIONS', key: null, headers });
      expect(reply.status).toBe(204);
      expect(rateOf(reply)).toEqual({
        limit: perMinute,
        remaining: perMinute,
        resetMs: START_MS + 60_000,
      });
    }
  } finally {
    await open.close();
  }
});

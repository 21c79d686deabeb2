import { document } from '@animal-store/contract';
import { withFixedQuotas } from '../../support/fixed-quotas.js';
import { START_MS, startServer, type TestServer } from '../../support/start-server.js';
import { outcomeOf, rateOf, retryAfterOf } from './rate-limit-headers.js';

const MIDNIGHT_MS = Date.UTC(2026, 10, 21);

let server: TestServer;
let key: string;
let id: string;
beforeEach(async () => {
  server = await startServer({ edit: withFixedQuotas });
  ({ key, id } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1000 }));
});
afterEach(() => server.close());

const call = (options = {}) => server.call('/pets', { key, ...options });

async function outcomes(count: number): Promise<string[]> {
  const all: string[] = [];
  for (let index = 0; index < count; index += 1) all.push(outcomeOf(await call()));
  return all;
}

/** Uses up the quota and goes on until the key is banned. Returns the refusal that begins the ban. */
async function provokeBan() {
  expect(await outcomes(10)).toEqual(['admitted', ...Array(9).fill('rate_limited')]);
  const reply = await call();
  expect(outcomeOf(reply)).toBe('key_banned');
  return reply;
}

describe('start of a ban', () => {
  test('the tenth refusal begins it and says so', async () => {
    server.clock.nowMs = START_MS + 12_345;
    const reply = await provokeBan();
    expect(reply.status).toBe(429);
    expect(reply.json).toEqual({
      code: 'key_banned',
      message: expect.stringContaining('300 s'),
      status: 429,
    });
    expect(retryAfterOf(reply)).toBe(300);
  });

  test('nine refusals in each of several minutes do not begin it', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      expect(await outcomes(10)).toEqual(['admitted', ...Array(9).fill('rate_limited')]);
      server.clock.advance(60);
    }
  });

  test('refusals are counted for each UTC minute', async () => {
    const day = await server.issueKey('enterprise', { perMinute: 100, perDay: 1 });
    key = day.key;
    server.clock.nowMs = START_MS + 59_999;
    expect(await outcomes(10)).toEqual(['admitted', ...Array(9).fill('rate_limited')]);
    server.clock.nowMs = START_MS + 60_000;
    expect(await outcomes(9)).toEqual(Array(9).fill('rate_limited'));
    expect(await outcomes(1)).toEqual(['key_banned']);
  });

  test('its threshold and duration are those of the contract', async () => {
    const { refusalsPerMinute, seconds } = document['x-rate-limit-ban'];
    const current = await startServer();
    try {
      const issued = await current.issueKey('enterprise', { perMinute: 1, perDay: 1000 });
      const sendRequest = () => current.call('/pets', { key: issued.key });
      expect(outcomeOf(await sendRequest())).toBe('admitted');
      for (let count = 1; count < refusalsPerMinute; count += 1) {
        expect(outcomeOf(await sendRequest())).toBe('rate_limited');
      }
      expect(retryAfterOf(await sendRequest())).toBe(seconds);
      current.clock.nowMs = START_MS + seconds * 1000 - 1;
      expect(outcomeOf(await sendRequest())).toBe('key_banned');
      current.clock.nowMs = START_MS + seconds * 1000;
      expect(outcomeOf(await sendRequest())).not.toBe('key_banned');
    } finally {
      await current.close();
    }
  });

  test('its threshold and duration follow an edit of the contract', async () => {
    const edited = await startServer({
      edit: (contract) => {
        const ban = { refusalsPerMinute: 2, seconds: 30, maxSeconds: 40 };
        Object.assign(contract, { 'x-rate-limit-ban': ban });
      },
    });
    try {
      const issued = await edited.issueKey('enterprise', { perMinute: 1, perDay: 1 });
      const sendRequest = () => edited.call('/pets', { key: issued.key });
      expect(outcomeOf(await sendRequest())).toBe('admitted');
      expect(outcomeOf(await sendRequest())).toBe('rate_limited');
      expect(retryAfterOf(await sendRequest())).toBe(30);
      edited.clock.advance(30);
      // in the same minute: refusals before the first ban do not count again
      expect(outcomeOf(await sendRequest())).toBe('rate_limited');
      expect(retryAfterOf(await sendRequest())).toBe(40);
    } finally {
      await edited.close();
    }
  });
});

describe('while a key is banned', () => {
  test('every request is refused until the end of the ban, to the millisecond', async () => {
    await provokeBan();
    server.clock.nowMs = START_MS + 299_999;
    expect(await outcomes(3)).toEqual(Array(3).fill('key_banned'));
    server.clock.nowMs = START_MS + 300_000;
    expect(await outcomes(2)).toEqual(['admitted', 'rate_limited']);
  });

  test('Retry-After counts down to the end of the ban, which requests do not extend', async () => {
    server.clock.nowMs = START_MS + 500;
    await provokeBan();
    for (const [seconds, expectedSeconds] of [
      [1, 299],
      [58, 241],
      [0.25, 241],
      [0.75, 240],
      [239, 1],
      [0.999, 1],
    ] as const) {
      server.clock.nowMs += seconds * 1000;
      for (const reply of await Promise.all(Array.from({ length: 12 }, () => call()))) {
        expect(outcomeOf(reply)).toBe('key_banned');
        expect(retryAfterOf(reply)).toBe(expectedSeconds);
      }
    }
    server.clock.nowMs += 1;
    expect(outcomeOf(await call())).toBe('admitted');
  });

  test('the rate-limit headers have nothing remaining until the end of the ban', async () => {
    await provokeBan();
    server.clock.advance(100);
    const reply = await call();
    expect(rateOf(reply)).toEqual({ limit: 1, remaining: 0, resetMs: START_MS + 300_000 });
    // the minute is a new one, and only one request of the day was admitted
    expect(reply.headers.get('RateLimit')).toMatch(/^"minute";r=1;.*"day";r=999;/);
  });

  test('every method and path is refused', async () => {
    await provokeBan();
    const json = { name: 'Emily', categoryId: 2 };
    for (const [path, options] of [
      ['/pets', { method: 'POST', json }],
      ['/pets', { method: 'DELETE' }],
      ['/pets', { method: 'OPTIONS' }],
      ['/nothing/here', {}],
    ] as const) {
      const reply = await server.call(path, { key, ...options });
      expect([reply.status, reply.json?.code]).toEqual([429, 'key_banned']);
    }
  });

  test('other keys and anonymous clients at the address are not affected', async () => {
    await provokeBan();
    const other = await server.issueKey('free');
    expect(outcomeOf(await call({ key: other.key }))).toBe('admitted');
    expect((await call({ key: null })).status).toBe(401);
  });

  test('refused requests count in no window', async () => {
    await provokeBan();
    server.clock.advance(120);
    await outcomes(20);
    server.clock.advance(180);
    expect((await call()).headers.get('RateLimit')).toContain('"day";r=998;');
  });
});

describe('further bans', () => {
  test('when they are on the same day, then each is twice as long, up to an hour', async () => {
    const lengths: number[] = [];
    for (let ban = 0; ban < 6; ban += 1) {
      const seconds = retryAfterOf(await provokeBan());
      lengths.push(seconds);
      server.clock.advance(seconds - 1);
      expect(await outcomes(1)).toEqual(['key_banned']);
      server.clock.advance(1);
    }
    expect(lengths).toEqual([300, 600, 1200, 2400, 3600, 3600]);
  });

  test('when they are on another day, then they start at 300 s again', async () => {
    for (const seconds of [300, 600]) {
      expect(retryAfterOf(await provokeBan())).toBe(seconds);
      server.clock.advance(seconds);
    }
    server.clock.nowMs = MIDNIGHT_MS;
    expect(retryAfterOf(await provokeBan())).toBe(300);
  });

  test('when a ban lasts beyond midnight, then it counts for the day on which it began', async () => {
    server.clock.nowMs = MIDNIGHT_MS - 60_000;
    await provokeBan();
    server.clock.nowMs = MIDNIGHT_MS + 239_999;
    expect(await outcomes(1)).toEqual(['key_banned']);
    server.clock.nowMs = MIDNIGHT_MS + 240_000;
    expect(retryAfterOf(await provokeBan())).toBe(300);
  });

  test("when a ban ends and the day's quota is used up, then requests are still refused", async () => {
    key = (await server.issueKey('enterprise', { perMinute: 100, perDay: 1 })).key;
    await provokeBan();
    server.clock.advance(300);
    const reply = await call();
    expect(outcomeOf(reply)).toBe('rate_limited');
    expect(retryAfterOf(reply)).toBe((MIDNIGHT_MS - START_MS) / 1000 - 300);
  });
});

describe('when the bans of a key are lifted', () => {
  const liftBans = () => server.store.keys.liftBans(id, server.clock.nowMs);

  test('then the next request is decided by the quota, which is still used up', async () => {
    await provokeBan();
    await liftBans();
    const reply = await call();
    expect(outcomeOf(reply)).toBe('rate_limited');
    expect(retryAfterOf(reply)).toBe(60);
    server.clock.advance(60);
    expect((await call()).headers.get('RateLimit')).toContain('"day";r=998;');
  });

  test('then the refusals of the minute and the bans of the day start again', async () => {
    for (const seconds of [300, 600]) {
      expect(retryAfterOf(await provokeBan())).toBe(seconds);
      server.clock.advance(seconds);
    }
    expect(await outcomes(10)).toEqual(['admitted', ...Array(9).fill('rate_limited')]);
    await liftBans();
    expect(await outcomes(9)).toEqual(Array(9).fill('rate_limited'));
    expect(retryAfterOf(await call())).toBe(300);
  });

  test('then a later ban lasts, until it is lifted too', async () => {
    await provokeBan();
    await liftBans();
    expect(await outcomes(10)).toEqual([...Array(9).fill('rate_limited'), 'key_banned']);
    expect(await outcomes(3)).toEqual(Array(3).fill('key_banned'));
    await liftBans();
    expect(await outcomes(1)).toEqual(['rate_limited']);
  });

  test('then another key that is banned stays banned', async () => {
    await provokeBan();
    const bannedKey = key;
    ({ key, id } = await server.issueKey('enterprise', { perMinute: 1, perDay: 1000 }));
    await provokeBan();
    await liftBans();
    expect(outcomeOf(await call())).toBe('rate_limited');
    expect(outcomeOf(await call({ key: bannedKey }))).toBe('key_banned');
  });
});

test('when an anonymous client is refused repeatedly, then it is not banned', async () => {
  const replies = [];
  for (let index = 0; index < 100; index += 1) replies.push(await call({ key: null }));
  expect(replies.slice(0, 60).every(({ status }) => status === 401)).toBe(true);
  expect(replies.slice(60).every(({ json }) => json.code === 'rate_limited')).toBe(true);
  server.clock.advance(60);
  expect((await call({ key: null })).status).toBe(401);
});

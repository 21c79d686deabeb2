import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Counts } from '../../src/model.js';
import type { Decision } from '../../src/rate-limit/quota.js';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { createRedisLimiter } from '../../src/rate-limit/redis/limiter.js';
import { describeIfService, REDIS_URL } from '../support/describe-if-service.js';
import { BAN } from '../support/fixed-quotas.js';
import { ManualCounterStore } from '../support/manual-counter-store.js';
import { START_MS } from '../support/start-server.js';
import { admitted, type Crew, openCrew, throughRedis, until } from './crew.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const DAY_MS = 86_400_000;

describeIfService('Redis')('nodes that share Redis', () => {
  const redis = new Redis(REDIS_URL);
  const stored = new Map<string, Counts>();
  const subjects: string[] = [];
  let crew: Crew;
  beforeAll(async () => {
    crew = await openCrew(REDIS_URL, 4, stored);
  });
  afterAll(async () => {
    await crew.close();
    await redis.unlink(subjects.map(keyOf));
    await redis.quit();
  });

  const newSubject = () => {
    const subject = `key:${randomUUID()}`;
    subjects.push(subject);
    return subject;
  };

  test.each([
    [{ perMinute: 60, perDay: 1000 }, 60],
    [{ perMinute: 500, perDay: 90 }, 90],
    [{ perMinute: 1, perDay: 1 }, 1],
  ])('admit exactly N of N + 50 concurrent requests: %j', async (quota, limit) => {
    const decisions = await throughRedis(crew, () =>
      crew.ask(newSubject(), limit + 50, quota, ...crew.nodes),
    );
    const count = (wanted: string) => decisions.filter(({ outcome }) => outcome === wanted).length;
    expect([count('admitted'), count('rate_limited'), count('key_banned')]).toEqual([limit, 9, 41]);
    const left = decisions.filter(({ outcome }) => outcome === 'admitted');
    expect(left.map(({ tightest }) => tightest.remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: limit }, (_, index) => index),
    );
  });

  test('know by themselves that a subject is over its quota, once Redis has said so', async () => {
    const [first, second] = crew.nodes;
    if (!first || !second) throw new Error('no nodes');
    const quota = { perMinute: 2, perDay: 10 };
    const subject = newSubject();
    const refusalOf = ({ limiter }: typeof first) =>
      limiter.knownRefusal(subject, quota)?.retryAfterSeconds;
    await throughRedis(crew, () => crew.ask(subject, 1, quota, first));
    expect(refusalOf(first)).toBeUndefined();
    await throughRedis(crew, () => crew.ask(subject, 2, quota, first));
    expect(refusalOf(first)).toBe(60);
    expect(refusalOf(second)).toBeUndefined();
    crew.clock.nowMs += 60_000;
    expect(refusalOf(first)).toBeUndefined();
  });

  test('admit exactly N of a thousand requests to one of them, which sends few at once', async () => {
    const [first] = crew.nodes;
    if (!first) throw new Error('no node');
    const quota = { perMinute: 700, perDay: 1000 };
    const decisions = await throughRedis(crew, () => crew.ask(newSubject(), 1000, quota, first));
    expect(admitted(decisions)).toBe(700);
  });

  test('tell requests of one turn what they would have heard one after the other', async () => {
    const quota = { perMinute: 6, perDay: 8 };
    const [first] = crew.nodes;
    if (!first) throw new Error('no node');
    const atOnce = await throughRedis(crew, () => crew.ask(newSubject(), 20, quota, first));
    const oneByOne = await throughRedis(crew, async () => {
      const subject = newSubject();
      const decisions: Decision[] = [];
      for (let number = 0; number < 20; number += 1)
        decisions.push(...(await crew.ask(subject, 1, quota, first)));
      return decisions;
    });
    const told = ({ counts, ...rest }: Decision) => rest;
    expect(atOnce.map(told)).toEqual(oneByOne.map(told));
    const outcomes = new Set(atOnce.map(({ outcome }) => outcome));
    expect([...outcomes]).toEqual(['admitted', 'rate_limited', 'key_banned']);
  });

  test('let Redis forget a subject a bit more than two days after its last request', async () => {
    const subject = newSubject();
    await throughRedis(crew, () => crew.ask(subject, 1, QUOTA, ...crew.nodes));
    const leftMs = await redis.pttl(keyOf(subject));
    expect(leftMs).toBeGreaterThan(2 * DAY_MS);
    expect(leftMs).toBeLessThan(2 * DAY_MS + 2 * 3_600_000);
  });

  test('take up what storage has counted before, and ask it once each', async () => {
    const subject = newSubject();
    const [minute, day] = [START_MS / 60_000, Math.floor(START_MS / DAY_MS)];
    const before = { minute, minuteCount: 50, day, dayCount: 990 };
    stored.set(subject, { ...before, refusals: 0, bannedUntilMs: 0, bans: 0 });
    const decisions = await throughRedis(crew, () => crew.ask(subject, 20, QUOTA, ...crew.nodes));
    expect(admitted(decisions)).toBeLessThanOrEqual(10);
    expect(await redis.hget(keyOf(subject), 'dayCount')).toBe('1000');
  });

  test('do without storage that fails', async () => {
    const [node] = crew.nodes;
    if (!node) throw new Error('no node');
    const fail = jest.spyOn(stored, 'get').mockImplementation(() => {
      throw new Error('the database is locked');
    });
    const decision = await node.limiter.admit(newSubject(), QUOTA, BAN);
    fail.mockRestore();
    expect(decision).toMatchObject({ outcome: 'admitted', minute: { remaining: 59 } });
  });

  test('by default go by the clock of Redis', async () => {
    const limiter = await createRedisLimiter(REDIS_URL, {
      counters: new ManualCounterStore(),
      log: pino({ level: 'silent' }),
    });
    const { nowMs } = await limiter.admit(newSubject(), QUOTA);
    await limiter.close();
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000);
  });

  test('say what is left, and count nothing for that', async () => {
    const subject = newSubject();
    const [one, other] = crew.nodes;
    if (!one || !other) throw new Error('no nodes');
    await throughRedis(crew, () => crew.ask(subject, 7, QUOTA, one));
    const used = Number(await redis.hget(keyOf(subject), 'dayCount'));
    await until(async () => {
      const { minute, day } = await other.limiter.peek(subject, QUOTA);
      return minute.remaining === 60 - used && day.remaining === 1000 - used;
    });
    expect(await redis.hget(keyOf(subject), 'dayCount')).toBe(String(used));
  });
});

// Counts that nodes share in Redis: exact quotas, earlier counts from storage, and what each node remembers.
import { randomUUID } from 'node:crypto';
import type { Counts } from '@animal-store/core/rate-limit';
import { createRedisLimiter } from '@animal-store/engine/internal/rate-limit/redis/redis-limiter';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describeIfService, REDIS_URL } from '../support/describe-if-service.js';
import { BAN } from '../support/fixed-quotas.js';
import { ManualCounterStore } from '../support/manual-counter-store.js';
import { keyOf, NAMESPACE } from '../support/redis-keys.js';
import { START_MS } from '../support/start-time.js';
import { waitUntil } from '../support/wait-until.js';
import {
  countAdmitted,
  type LimiterNodes,
  retryUntilDecidedByRedis,
  startLimiterNodes,
} from './limiter-nodes.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const DAY_MS = 86_400_000;

describeIfService('Redis')('nodes that share Redis', () => {
  const redis = new Redis(REDIS_URL);
  const stored = new Map<string, Counts>();
  const subjects: string[] = [];
  let group: LimiterNodes;
  beforeAll(async () => {
    group = await startLimiterNodes(REDIS_URL, 4, stored);
  });
  afterAll(async () => {
    await group.close();
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
    const decisions = await retryUntilDecidedByRedis(group, () =>
      group.sendRequests(newSubject(), limit + 50, quota, ...group.nodes),
    );
    const count = (expected: string) =>
      decisions.filter(({ outcome }) => outcome === expected).length;
    expect([count('admitted'), count('rate_limited'), count('key_banned')]).toEqual([limit, 9, 41]);
    const admissions = decisions.filter(({ outcome }) => outcome === 'admitted');
    expect(admissions.map(({ tightest }) => tightest.remaining).sort((a, b) => a - b)).toEqual(
      Array.from({ length: limit }, (_, index) => index),
    );
  });

  test('cache that a subject has used up its quota', async () => {
    const [first, second] = group.nodes;
    if (!first || !second) throw new Error('no nodes');
    const quota = { perMinute: 2, perDay: 10 };
    const subject = newSubject();
    const knownRefusalOf = ({ limiter }: typeof first) =>
      limiter.knownRefusal(subject, quota)?.retryAfterSeconds;
    await retryUntilDecidedByRedis(group, () => group.sendRequests(subject, 1, quota, first));
    expect(knownRefusalOf(first)).toBeUndefined();
    await retryUntilDecidedByRedis(group, () => group.sendRequests(subject, 2, quota, first));
    expect(knownRefusalOf(first)).toBe(60);
    expect(knownRefusalOf(second)).toBeUndefined();
    group.clock.nowMs += 60_000;
    expect(knownRefusalOf(first)).toBeUndefined();
  });

  test('set an expiry of just over two days for a subject', async () => {
    const subject = newSubject();
    await retryUntilDecidedByRedis(group, () =>
      group.sendRequests(subject, 1, QUOTA, ...group.nodes),
    );
    const ttlMs = await redis.pttl(keyOf(subject));
    expect(ttlMs).toBeGreaterThan(2 * DAY_MS);
    expect(ttlMs).toBeLessThan(2 * DAY_MS + 2 * 3_600_000);
  });

  test('load earlier counts from storage once per node', async () => {
    const subject = newSubject();
    const [minute, day] = [START_MS / 60_000, Math.floor(START_MS / DAY_MS)];
    const before = { minute, minuteCount: 50, day, dayCount: 990 };
    stored.set(subject, { ...before, refusals: 0, bannedUntilMs: 0, bans: 0, bansLiftedMs: 0 });
    const decisions = await retryUntilDecidedByRedis(group, () =>
      group.sendRequests(subject, 20, QUOTA, ...group.nodes),
    );
    expect(countAdmitted(decisions)).toBeLessThanOrEqual(10);
    expect(await redis.hget(keyOf(subject), 'dayCount')).toBe('1000');
  });

  test('keep what a node has counted when Redis returns with older counts', async () => {
    const subject = newSubject();
    const send = () =>
      retryUntilDecidedByRedis(group, () =>
        group.sendRequests(subject, 9, QUOTA, ...group.nodes.slice(0, 1)),
      );
    const countOf = async () => Number(await redis.hget(keyOf(subject), 'minuteCount'));
    await send();
    const before = await countOf();
    await redis.hset(keyOf(subject), 'minuteCount', 1);
    await send();
    expect(await countOf()).toBeGreaterThanOrEqual(before + 9);
  });

  test('work when storage fails', async () => {
    const [node] = group.nodes;
    if (!node) throw new Error('no node');
    const fail = jest.spyOn(stored, 'get').mockImplementation(() => {
      throw new Error('the database is locked');
    });
    const decision = await node.limiter.admit(newSubject(), QUOTA, { ban: BAN });
    fail.mockRestore();
    expect(decision).toMatchObject({ outcome: 'admitted', minute: { remaining: 59 } });
  });

  test('use the clock of Redis by default', async () => {
    const limiter = await createRedisLimiter(REDIS_URL, {
      namespace: NAMESPACE,
      counters: new ManualCounterStore(),
      log: pino({ level: 'silent' }),
    });
    const { nowMs } = await limiter.admit(newSubject(), QUOTA);
    await limiter.close();
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(60_000);
  });

  test('return the remaining requests without counting', async () => {
    const subject = newSubject();
    const [one, other] = group.nodes;
    if (!one || !other) throw new Error('no nodes');
    await retryUntilDecidedByRedis(group, () => group.sendRequests(subject, 7, QUOTA, one));
    const used = Number(await redis.hget(keyOf(subject), 'dayCount'));
    await waitUntil(async () => {
      const { minute, day } = await other.limiter.peek(subject, QUOTA);
      return minute.remaining === 60 - used && day.remaining === 1000 - used;
    });
    expect(await redis.hget(keyOf(subject), 'dayCount')).toBe(String(used));
  });
});

// Lifted bans on nodes that share Redis, also while it is unavailable.
import type { Counts } from '@animal-store/contract/rate-limit';
import { Redis } from 'ioredis';
import { keyOf } from '../../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { BAN } from '../../support/fixed-quotas.js';
import { type RedisProcess, startRedis } from '../../support/redis-process.js';
import { START_MS } from '../../support/start-server.js';
import {
  type LimiterNodes,
  type Node,
  retryUntilDecidedByRedis,
  startLimiterNodes,
  waitUntil,
} from '../limiter-nodes.js';

/** Each of two nodes admits two requests of it during an outage. */
const QUOTA = { perMinute: 4, perDay: 100 };
const REQUESTS_UNTIL_BAN = QUOTA.perMinute + BAN.refusalsPerMinute;
const SUBJECT = 'key:one';
const LIFT_MS = START_MS + 1;

describeIfService('redis-server')('when the bans of a key are lifted', () => {
  const stored = new Map<string, Counts>();
  let server: RedisProcess;
  let redis: Redis;
  let group: LimiterNodes;
  let first: Node;
  let second: Node;
  beforeEach(async () => {
    stored.clear();
    server = await startRedis();
    redis = new Redis(server.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    redis.on('error', () => {});
    group = await startLimiterNodes(server.url, 2, stored);
    const [one, two] = group.nodes;
    if (!one || !two) throw new Error('two nodes are needed');
    [first, second] = [one, two];
    await retryUntilDecidedByRedis(group, async () => {
      await redis.flushall();
      group.clock.nowMs += 86_400_000;
      expect((await outcomes(first, undefined, REQUESTS_UNTIL_BAN)).at(-1)).toBe('key_banned');
      expect(await outcomes(second)).toEqual(['key_banned']);
    });
  });
  afterEach(async () => {
    await group.close();
    redis.disconnect();
    await server.close();
  });

  async function outcomes({ limiter }: Node, bansLiftedMs?: number, times = 1): Promise<string[]> {
    const all: string[] = [];
    for (let index = 0; index < times; index += 1) {
      const { outcome } = await limiter.admit(SUBJECT, QUOTA, { ban: BAN, bansLiftedMs });
      all.push(outcome);
    }
    return all;
  }
  const untilUnavailable = (expected: boolean) =>
    waitUntil(() => group.nodes.every(({ limiter }) => limiter.status().unavailable === expected));
  const liftedInRedis = async () => Number(await redis.hget(keyOf(SUBJECT), 'bansLiftedMs'));

  test('then the next request is not banned, also on a node whose cached key is older', async () => {
    const [onFirst, onSecond] = await retryUntilDecidedByRedis(group, async () => [
      await outcomes(first, LIFT_MS),
      await outcomes(second),
    ]);
    expect([onFirst, onSecond]).toEqual([['rate_limited'], ['rate_limited']]);
    group.clock.nowMs += 60_000;
    expect(await outcomes(second, LIFT_MS)).toEqual(['admitted']);
  });

  test('then a later ban begins after as many refusals, and is as long as the first', async () => {
    const decisions = await retryUntilDecidedByRedis(group, async () => {
      group.clock.nowMs += 1;
      const lift = group.clock.nowMs;
      expect(await outcomes(first, lift, 9)).toEqual(Array(9).fill('rate_limited'));
      return second.limiter.admit(SUBJECT, QUOTA, { ban: BAN, bansLiftedMs: lift });
    });
    expect(decisions).toMatchObject({ outcome: 'key_banned', retryAfterSeconds: BAN.seconds });
  });

  test('and Redis is down, then the next request is not banned, and nothing brings the ban back', async () => {
    await server.kill();
    expect(await outcomes(second)).toEqual(['key_banned']);
    expect(await outcomes(first, LIFT_MS)).toEqual(['rate_limited']);
    await server.start();
    await untilUnavailable(false);
    await waitUntil(async () => (await liftedInRedis()) === LIFT_MS);
    group.clock.nowMs += 60_000;
    expect(await outcomes(second)).toEqual(['admitted']); // it still had the ban in its memory
  });

  test('and Redis hangs, then the ban that it holds is lifted once it answers', async () => {
    server.suspend();
    expect(await outcomes(first, LIFT_MS, 6)).toEqual(Array(6).fill('rate_limited'));
    server.resume();
    await untilUnavailable(false);
    await waitUntil(async () => (await liftedInRedis()) === LIFT_MS);
    group.clock.nowMs += 60_000;
    expect(await outcomes(second)).toEqual(['admitted']);
  });

  test('and the key is banned again during an outage, then the new ban is kept', async () => {
    await server.kill();
    await outcomes(first, LIFT_MS, REQUESTS_UNTIL_BAN);
    expect(await outcomes(first, LIFT_MS)).toEqual(['key_banned']);
    await server.start();
    await untilUnavailable(false);
    await waitUntil(async () => (await liftedInRedis()) === LIFT_MS);
    expect(await outcomes(second)).toEqual(['key_banned']);
    expect(await outcomes(second, LIFT_MS)).toEqual(['key_banned']);
  });

  test('then a node that restarts with the ban in storage does not bring it back', async () => {
    await retryUntilDecidedByRedis(group, () => outcomes(first, LIFT_MS));
    stored.set(SUBJECT, {
      minute: Math.floor(group.clock.nowMs / 60_000),
      minuteCount: 4,
      day: Math.floor(group.clock.nowMs / 86_400_000),
      dayCount: 4,
      refusals: 9,
      bannedUntilMs: group.clock.nowMs + 300_000,
      bans: 1,
      bansLiftedMs: 0,
    });
    const restarted = await startLimiterNodes(server.url, 1, stored);
    restarted.clock.nowMs = group.clock.nowMs;
    const [node] = restarted.nodes;
    if (!node) throw new Error('no node');
    const decided = await retryUntilDecidedByRedis(restarted, () => outcomes(node));
    await restarted.close();
    expect(decided).toEqual(['rate_limited']);
  });
});

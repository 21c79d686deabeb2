import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../support/describe-if-service.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import {
  countAdmitted,
  type LimiterNodes,
  type Node,
  retryUntilDecidedByRedis,
  startLimiterNodes,
  waitUntil,
} from './limiter-nodes.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const SUBJECT = 'key:one';

describeIfService('redis-server')('two nodes', () => {
  let server: RedisProcess;
  let redis: Redis;
  let group: LimiterNodes;
  let first: Node;
  let second: Node;
  beforeEach(async () => {
    server = await startRedis();
    redis = new Redis(server.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    redis.on('error', () => {});
    group = await startLimiterNodes(server.url, 2);
    const [one, two] = group.nodes;
    if (!one || !two) throw new Error('two nodes are needed');
    [first, second] = [one, two];
  });
  afterEach(async () => {
    await group.close();
    redis.disconnect();
    await server.close();
  });

  const ask = (times: number, ...nodes: Node[]) =>
    group.sendRequests(SUBJECT, times, QUOTA, ...nodes);
  const untilUnavailable = (expected: boolean) =>
    waitUntil(() => group.nodes.every(({ limiter }) => limiter.status().unavailable === expected));
  const countedInDay = async () => Number(await redis.hget(keyOf(SUBJECT), 'dayCount'));

  describe('when Redis is killed', () => {
    test('then they answer at quota and admit no more than the quota in total', async () => {
      await server.kill();
      const startMs = performance.now();
      const decisions = await ask(200, first, second);
      expect(performance.now() - startMs).toBeLessThan(2_000);
      expect(countAdmitted(decisions)).toBe(60);
      expect(group.nodes.map(({ limiter }) => limiter.status())).toEqual([
        { unavailable: true, decidedLocally: 100, outages: 1, nodes: 2 },
        { unavailable: true, decidedLocally: 100, outages: 1, nodes: 2 },
      ]);
      const admissions = decisions.filter(({ outcome }) => outcome === 'admitted');
      expect(admissions.map(({ tightest }) => tightest.remaining).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, index) => Math.floor(index / 2)),
      );
      expect(admissions[0]).toMatchObject({
        minute: { limit: 60 },
        day: { limit: 1000 },
        retryAfterSeconds: 0,
      });
      expect(decisions.at(-1)).toMatchObject({
        outcome: 'key_banned',
        tightest: { limit: 60, remaining: 0 },
        retryAfterSeconds: 300,
      });
    });

    test.each([
      ['evenly', 20, 20, 60],
      ['on one node', 25, 0, 60],
      ['on one node, beyond its share', 40, 0, 70],
      ['on one node, the whole quota', 60, 0, 90],
      ['on both nodes, on one beyond its share', 10, 35, 65],
    ])('then they include what was admitted before: %s', async (_, atFirst, atSecond, total) => {
      const before = await retryUntilDecidedByRedis(group, async () => {
        await redis.flushall();
        group.clock.nowMs += 86_400_000;
        const one = await ask(atFirst, first);
        return countAdmitted([...one, ...(await ask(atSecond, second))]);
      });
      expect(before).toBe(atFirst + atSecond);
      await server.kill();
      const after = countAdmitted(await ask(200, first, second));
      expect(before + after).toBe(total);
    });

    test('then they admit no more than the quota in each later minute', async () => {
      await retryUntilDecidedByRedis(group, () => ask(60, first));
      await server.kill();
      await ask(1, first, second);
      group.clock.nowMs += 60_000;
      expect(countAdmitted(await ask(200, first, second))).toBe(60);
    });

    test('and has just restarted, then they admit their share of a burst', async () => {
      await server.kill();
      await ask(2, first, second);
      await server.start();
      await untilUnavailable(false);
      group.clock.nowMs += 60_000;
      expect(countAdmitted(await ask(60, first))).toBeGreaterThanOrEqual(30); // all of them, if this took longer than the cautious period
    });

    test('and restarts, then they reconnect, report what they countAdmitted, and log one line each', async () => {
      await server.kill();
      await ask(50, first, second);
      await server.start();
      await untilUnavailable(false);
      await waitUntil(async () => (await countedInDay()) === 50);
      expect(countAdmitted(await ask(60, second))).toBeLessThanOrEqual(10);
      for (const node of group.nodes) {
        expect(node.logged('warn')).toEqual([
          expect.objectContaining({
            msg: 'Redis is unavailable: rate limits are decided locally',
            reason: expect.stringContaining(`127.0.0.1:${server.port}`),
          }),
        ]);
        expect(node.logged('info')).toEqual([
          expect.objectContaining({
            msg: 'Redis is available again',
            outageMs: expect.any(Number),
            decidedLocally: 25,
          }),
        ]);
      }
    });

    test('and restarts empty, then they restore the counts that they know', async () => {
      await retryUntilDecidedByRedis(group, () => ask(20, first));
      const used = await countedInDay();
      await server.kill();
      await server.start();
      await waitUntil(() => redis.status === 'ready');
      await ask(1, first);
      await untilUnavailable(false);
      await waitUntil(async () => (await countedInDay()) === used + 1);
    });

    test('then bans that Redis began and bans that they began are kept', async () => {
      const quota = { perMinute: 1, perDay: 100 };
      const outcomes = async (subject: string, times: number, node: Node) =>
        (await group.sendRequests(subject, times, quota, node)).map(({ outcome }) => outcome);
      await retryUntilDecidedByRedis(group, () => outcomes('key:before', 11, first));
      await server.kill();
      expect(await outcomes('key:before', 1, first)).toEqual(['key_banned']);
      expect((await outcomes('key:during', 11, first)).at(-1)).toBe('key_banned');
      await server.start();
      await untilUnavailable(false);
      await waitUntil(async () => (await redis.hget(keyOf('key:during'), 'bans')) === '1');
      expect(await outcomes('key:during', 1, second)).toEqual(['key_banned']);
    });
  });

  describe('when Redis hangs', () => {
    test('then they answer, admit no more than the quota, and recover', async () => {
      server.suspend();
      const decisions = [];
      for (let turn = 0; turn < 5; turn += 1) decisions.push(...(await ask(40, first, second)));
      expect(countAdmitted(decisions)).toBe(60);
      await untilUnavailable(true);
      expect(first.logged('warn')).toEqual([expect.objectContaining({ reason: 'timeout' })]);
      server.resume();
      await untilUnavailable(false);
      await waitUntil(async () => (await countedInDay()) >= 60);
      expect(countAdmitted(await ask(20, first, second))).toBe(0);
    });

    test('then they report what they admitted and Redis refuses later', async () => {
      server.suspend();
      // a call that waits for a heartbeat is sent late, after the other node may have reported a ban
      for (const { limiter } of group.nodes) limiter.peers.heartbeat().catch(() => {});
      await pause(5);
      for (let turn = 0; turn < 5; turn += 1) await ask(40, first, second);
      await untilUnavailable(true);
      server.resume();
      await untilUnavailable(false);
      await waitUntil(async () => (await countedInDay()) >= 60);
    });

    test('then they close their connections after a while, and reconnect', async () => {
      server.suspend();
      await ask(20, first, second);
      await pause(2_500);
      expect(first.limiter.status().unavailable).toBe(true);
      server.resume();
      await untilUnavailable(false);
      await waitUntil(async () => (await countedInDay()) >= 20);
    });
  });

  test('when Redis is flushed, then they restore the counts that they know', async () => {
    await retryUntilDecidedByRedis(group, () => ask(20, first, second));
    const used = await countedInDay();
    await redis.flushall();
    await retryUntilDecidedByRedis(group, () => ask(2, first, second));
    expect(await countedInDay()).toBeGreaterThanOrEqual(used + 1);
    expect(countAdmitted(await ask(100, first, second))).toBeLessThanOrEqual(60 - used);
  });

  test('when Redis refuses writes, then they count locally and log the reason', async () => {
    await redis.config('SET', 'min-replicas-to-write', '1');
    expect(countAdmitted(await ask(200, first, second))).toBe(60);
    expect(first.logged('warn')).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('NOREPLICAS') }),
    ]);
    await redis.config('SET', 'min-replicas-to-write', '0');
    await untilUnavailable(false);
    await waitUntil(async () => (await countedInDay()) === 60);
  });

  test('when a node closes, then it leaves the membership', async () => {
    expect(await redis.zcard('animal-store:nodes')).toBe(2);
    await second.limiter.close();
    await waitUntil(async () => (await redis.zcard('animal-store:nodes')) === 1);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../support/describe-if-service.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { admitted, type Crew, type Node, openCrew, throughRedis, until } from './crew.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const SUBJECT = 'key:one';

describeIfService('redis-server')('two nodes', () => {
  let server: RedisProcess;
  let redis: Redis;
  let crew: Crew;
  let first: Node;
  let second: Node;
  beforeEach(async () => {
    server = await startRedis();
    redis = new Redis(server.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    redis.on('error', () => {});
    crew = await openCrew(server.url, 2);
    const [one, two] = crew.nodes;
    if (!one || !two) throw new Error('two nodes are needed');
    [first, second] = [one, two];
  });
  afterEach(async () => {
    await crew.close();
    redis.disconnect();
    await server.close();
  });

  const ask = (times: number, ...nodes: Node[]) => crew.ask(SUBJECT, times, QUOTA, ...nodes);
  const areAway = (wanted: boolean) =>
    until(() => crew.nodes.every(({ limiter }) => limiter.status().unavailable === wanted));
  const countedInDay = async () => Number(await redis.hget(keyOf(SUBJECT), 'dayCount'));

  describe('whose Redis is killed', () => {
    test('answer at once, and together admit no more than the quota', async () => {
      await server.kill();
      const begunMs = performance.now();
      const decisions = await ask(200, first, second);
      expect(performance.now() - begunMs).toBeLessThan(2_000);
      expect(admitted(decisions)).toBe(60);
      expect(crew.nodes.map(({ limiter }) => limiter.status())).toEqual([
        { unavailable: true, decidedLocally: 100, outages: 1, nodes: 2 },
        { unavailable: true, decidedLocally: 100, outages: 1, nodes: 2 },
      ]);
      const left = decisions.filter(({ outcome }) => outcome === 'admitted');
      expect(left.map(({ tightest }) => tightest.remaining).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 60 }, (_, index) => Math.floor(index / 2)),
      );
      expect(left[0]).toMatchObject({
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
      ['at one of them', 25, 0, 60],
      ['at one of them, beyond its share', 40, 0, 70],
      ['at one of them, to the end', 60, 0, 90],
      ['at both, at one beyond its share', 10, 35, 65],
    ])('count what was admitted before: %s', async (_, atFirst, atSecond, most) => {
      const before = await throughRedis(crew, async () => {
        await redis.flushall();
        crew.clock.nowMs += 86_400_000;
        const one = await ask(atFirst, first);
        return admitted([...one, ...(await ask(atSecond, second))]);
      });
      expect(before).toBe(atFirst + atSecond);
      await server.kill();
      const after = admitted(await ask(200, first, second));
      expect(before + after).toBe(most);
    });

    test('admit no more than the quota in each minute after the one in which Redis failed', async () => {
      await throughRedis(crew, () => ask(60, first));
      await server.kill();
      await ask(1, first, second);
      crew.clock.nowMs += 60_000;
      expect(admitted(await ask(200, first, second))).toBe(60);
    });

    test('admit their share of a burst that comes in one turn when Redis is just back', async () => {
      await server.kill();
      await ask(2, first, second);
      await server.start();
      await areAway(false);
      crew.clock.nowMs += 60_000;
      expect(admitted(await ask(60, first))).toBeGreaterThanOrEqual(30); // all, where this took longer than they are cautious
    });

    test('return by themselves, bring along what they admitted, and log one line of each', async () => {
      await server.kill();
      await ask(50, first, second);
      await server.start();
      await areAway(false);
      await until(async () => (await countedInDay()) === 50);
      expect(admitted(await ask(60, second))).toBeLessThanOrEqual(10);
      for (const node of crew.nodes) {
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

    test('go on after an empty restart from what they have seen', async () => {
      await throughRedis(crew, () => ask(20, first));
      const used = await countedInDay();
      await server.kill();
      await server.start();
      await until(() => redis.status === 'ready');
      await ask(1, first);
      await areAway(false);
      await until(async () => (await countedInDay()) === used + 1);
    });

    test('keep a ban that Redis had begun, and Redis keeps one that they began', async () => {
      const once = { perMinute: 1, perDay: 100 };
      const outcomes = async (subject: string, times: number, node: Node) =>
        (await crew.ask(subject, times, once, node)).map(({ outcome }) => outcome);
      await throughRedis(crew, () => outcomes('key:before', 11, first));
      await server.kill();
      expect(await outcomes('key:before', 1, first)).toEqual(['key_banned']);
      expect((await outcomes('key:during', 11, first)).at(-1)).toBe('key_banned');
      await server.start();
      await areAway(false);
      await until(async () => (await redis.hget(keyOf('key:during'), 'bans')) === '1');
      expect(await outcomes('key:during', 1, second)).toEqual(['key_banned']);
    });
  });

  describe('whose Redis hangs', () => {
    test('answer all the same, admit no more than the quota, and return', async () => {
      server.suspend();
      const decisions = [];
      for (let turn = 0; turn < 5; turn += 1) decisions.push(...(await ask(40, first, second)));
      expect(admitted(decisions)).toBe(60);
      await areAway(true);
      expect(first.logged('warn')).toEqual([expect.objectContaining({ reason: 'timeout' })]);
      server.resume();
      await areAway(false);
      await until(async () => (await countedInDay()) >= 60);
      expect(admitted(await ask(20, first, second))).toBe(0);
    });

    test('report what they admitted and Redis refuses late', async () => {
      server.suspend();
      // A call that waits for a heartbeat is sent late, when the other node may have reported a ban.
      for (const { limiter } of crew.nodes) limiter.peers.heartbeat().catch(() => {});
      await pause(5);
      for (let turn = 0; turn < 5; turn += 1) await ask(40, first, second);
      await areAway(true);
      server.resume();
      await areAway(false);
      await until(async () => (await countedInDay()) >= 60);
    });

    test('give up its connections after a while, and return to it', async () => {
      server.suspend();
      await ask(20, first, second);
      await pause(2_500);
      expect(first.limiter.status().unavailable).toBe(true);
      server.resume();
      await areAway(false);
      await until(async () => (await countedInDay()) >= 20);
    });
  });

  test('go on from what they have seen when Redis is flushed', async () => {
    await throughRedis(crew, () => ask(20, first, second));
    const used = await countedInDay();
    await redis.flushall();
    await throughRedis(crew, () => ask(2, first, second));
    expect(await countedInDay()).toBeGreaterThanOrEqual(used + 1);
    expect(admitted(await ask(100, first, second))).toBeLessThanOrEqual(60 - used);
  });

  test('count alone while Redis refuses to write, and say what it said', async () => {
    await redis.config('SET', 'min-replicas-to-write', '1');
    expect(admitted(await ask(200, first, second))).toBe(60);
    expect(first.logged('warn')).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('NOREPLICAS') }),
    ]);
    await redis.config('SET', 'min-replicas-to-write', '0');
    await areAway(false);
    await until(async () => (await countedInDay()) === 60);
  });

  test('of which one leaves are one', async () => {
    expect(await redis.zcard('animal-store:nodes')).toBe(2);
    await second.limiter.close();
    await until(async () => (await redis.zcard('animal-store:nodes')) === 1);
  });
});

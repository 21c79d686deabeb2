// Two nodes whose Redis is killed, suspended, flushed or refuses writes.
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describeIfService } from '../support/describe-if-service.js';
import { keyOf } from '../support/redis-keys.js';
import { waitUntil } from '../support/wait-until.js';
import {
  countAdmitted,
  type Node,
  retryUntilDecidedByRedis,
  useRedisNodes,
} from './limiter-nodes.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const SUBJECT = 'key:one';

describeIfService('redis-server')('two nodes', () => {
  const nodes = useRedisNodes();

  const ask = (times: number, ...targets: Node[]) =>
    nodes.group.sendRequests(SUBJECT, times, QUOTA, ...targets);
  const askBoth = (times: number) => ask(times, nodes.first, nodes.second);
  const countedInDay = async () => Number(await nodes.redis.hget(keyOf(SUBJECT), 'dayCount'));

  describe('when Redis is killed', () => {
    test.each([
      ['nothing', 0, 0, 60],
      ['on both nodes evenly', 20, 20, 60],
      ['on one node', 25, 0, 60],
      ['on one node, beyond its share', 40, 0, 70],
      ['on one node, the whole quota', 60, 0, 90],
      ['on both nodes, on one beyond its share', 10, 35, 65],
    ])('then they answer, and include what was admitted before: %s', async (...row) => {
      const [, atFirst, atSecond, total] = row;
      const before = await retryUntilDecidedByRedis(nodes.group, async () => {
        await nodes.redis.flushall();
        nodes.group.clock.nowMs += 86_400_000;
        const one = await ask(atFirst, nodes.first);
        return countAdmitted([...one, ...(await ask(atSecond, nodes.second))]);
      });
      expect(before).toBe(atFirst + atSecond);
      await nodes.server.kill();
      const decisions = await askBoth(200);
      expect(before + countAdmitted(decisions)).toBe(total);
      expect(decisions[0]).toMatchObject({ minute: { limit: 60 }, day: { limit: 1000 } });
      expect(decisions.at(-1)).toMatchObject({
        outcome: 'key_banned',
        tightest: { limit: 60, remaining: 0 },
        retryAfterSeconds: 300,
      });
    });

    test('then they admit no more than the quota in each later minute', async () => {
      await retryUntilDecidedByRedis(nodes.group, () => ask(60, nodes.first));
      await nodes.server.kill();
      await askBoth(1);
      nodes.group.clock.nowMs += 60_000;
      expect(countAdmitted(await askBoth(200))).toBe(60);
    });

    test('and has just restarted, then they admit their share of a burst', async () => {
      await nodes.server.kill();
      await askBoth(2);
      await nodes.server.start();
      await nodes.untilUnavailable(false);
      nodes.group.clock.nowMs += 60_000;
      expect(countAdmitted(await ask(60, nodes.first))).toBeGreaterThanOrEqual(30); // all of them, if this took longer than the cautious period
    });

    test('and restarts, then they reconnect, report what they admitted, and log one line each', async () => {
      await nodes.server.kill();
      await askBoth(50);
      await nodes.server.start();
      await nodes.untilUnavailable(false);
      await waitUntil(async () => (await countedInDay()) === 50);
      expect(countAdmitted(await ask(60, nodes.second))).toBeLessThanOrEqual(10);
      for (const node of nodes.group.nodes) {
        expect(node.logged('warn')).toEqual([
          expect.objectContaining({
            msg: 'Redis is unavailable: rate limits are decided locally',
            reason: expect.stringContaining(`127.0.0.1:${nodes.server.port}`),
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

    test.each([
      ['with fewer databases', '/9', ['--databases', '4'], 'Redis has no database 9'],
      ['with a password', '', ['--requirepass', 'new'], 'asks for a password'],
    ])(
      'and restarts %s, then they count locally and log the reason',
      async (_, path, settings, reason) => {
        const group = await nodes.restart(path, 1);
        const [node] = group.nodes;
        await nodes.server.kill();
        await nodes.server.start(...settings);
        await waitUntil(() => node?.logged('warn').length === 2);
        await pause(1_000); // several reconnections
        expect(countAdmitted(await ask(61, ...group.nodes))).toBe(60);
        expect(node?.limiter.status()).toMatchObject({ unavailable: true, outages: 1 });
        expect(node?.logged('warn')[1]).toMatchObject({ reason: expect.stringContaining(reason) });
        expect(node?.logged('warn')).toHaveLength(2);
        const options = { password: settings[1] === 'new' ? 'new' : undefined };
        const inspector = new Redis(nodes.server.url, options);
        expect(await inspector.dbsize()).toBe(0);
        inspector.disconnect();
      },
    );

    test('then bans that Redis began and bans that they began are kept', async () => {
      const quota = { perMinute: 1, perDay: 100 };
      const outcomes = async (subject: string, times: number, node: Node) =>
        (await nodes.group.sendRequests(subject, times, quota, node)).map(({ outcome }) => outcome);
      await retryUntilDecidedByRedis(nodes.group, () => outcomes('key:before', 11, nodes.first));
      await nodes.server.kill();
      expect(await outcomes('key:before', 1, nodes.first)).toEqual(['key_banned']);
      expect((await outcomes('key:during', 11, nodes.first)).at(-1)).toBe('key_banned');
      await nodes.server.start();
      await nodes.untilUnavailable(false);
      await waitUntil(async () => (await nodes.redis.hget(keyOf('key:during'), 'bans')) === '1');
      expect(await outcomes('key:during', 1, nodes.second)).toEqual(['key_banned']);
    });
  });

  test('when Redis hangs, then they answer, admit no more than the quota, reconnect and recover', async () => {
    nodes.server.suspend();
    const decisions = [];
    for (let turn = 0; turn < 5; turn += 1) decisions.push(...(await askBoth(40)));
    expect(countAdmitted(decisions)).toBe(60);
    await nodes.untilUnavailable(true);
    expect(nodes.first.logged('warn')[0]).toMatchObject({ reason: 'timeout' });
    await pause(2_500); // until they close their connections
    nodes.server.resume();
    await nodes.untilUnavailable(false);
    await waitUntil(async () => (await countedInDay()) >= 60);
    expect(countAdmitted(await askBoth(20))).toBe(0);
  });

  test('when Redis is flushed, then they restore the counts that they know', async () => {
    await retryUntilDecidedByRedis(nodes.group, () => askBoth(20));
    const used = await countedInDay();
    await nodes.redis.flushall();
    await retryUntilDecidedByRedis(nodes.group, () => askBoth(2));
    expect(await countedInDay()).toBeGreaterThanOrEqual(used + 1);
    expect(countAdmitted(await askBoth(100))).toBeLessThanOrEqual(60 - used);
  });

  test('when Redis refuses writes, then they count locally and log the reason', async () => {
    await nodes.redis.config('SET', 'min-replicas-to-write', '1');
    expect(countAdmitted(await askBoth(200))).toBe(60);
    expect(nodes.first.logged('warn')).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('NOREPLICAS') }),
    ]);
    await nodes.redis.config('SET', 'min-replicas-to-write', '0');
    await nodes.untilUnavailable(false);
    await waitUntil(async () => (await countedInDay()) === 60);
  });
});

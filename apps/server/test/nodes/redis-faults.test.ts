// A Redis that is slow, refuses some calls, or fails at random.
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from '@animal-store/core/rate-limit';
import { Redis } from 'ioredis';
import { SEED } from '../slow/rate-limit/quota-scenarios.js';
import { describeIfService } from '../support/describe-if-service.js';
import { randomFrom } from '../support/random.js';
import { keyOf } from '../support/redis-keys.js';
import { useRedis } from '../support/redis-process.js';
import { START_MS } from '../support/start-time.js';
import { waitUntil } from '../support/wait-until.js';
import {
  countAdmitted,
  type LimiterNodes,
  startLimiterNodes,
  useRedisNodes,
} from './limiter-nodes.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const SUBJECT = 'key:one';

describeIfService('redis-server')('a node', () => {
  const nodes = useRedisNodes(1);
  beforeEach(() => ask(1)); // loads the subject

  const ask = (times: number) => nodes.group.sendRequests(SUBJECT, times, QUOTA, nodes.first);
  const counted = async () => Number(await nodes.redis.hget(keyOf(SUBJECT), 'dayCount'));
  const status = () => nodes.first.limiter.status();

  test('when Redis stalls for a moment, then it answers before Redis does, and nothing is counted twice', async () => {
    nodes.server.suspend();
    const decisions = await ask(3);
    nodes.server.resume();
    expect(decisions.map(({ minute }) => minute.remaining)).toEqual([58, 57, 56]);
    expect(status()).toMatchObject({ unavailable: false, outages: 0, decidedLocally: 3 });
    await waitUntil(async () => (await counted()) === 4);
    await ask(1);
    await waitUntil(async () => (await counted()) === 5);
  });

  test('when it is busy itself, then it does not consider Redis slow', async () => {
    const pending = ask(20);
    await new Promise((resolve) => setImmediate(resolve)); // the command is sent
    const untilMs = performance.now() + 100;
    while (performance.now() < untilMs);
    expect(countAdmitted(await pending)).toBe(20);
    expect(status().decidedLocally).toBe(0);
  });

  test('when Redis is slow only occasionally, then it keeps using it', async () => {
    for (let round = 0; round < 4; round += 1) {
      nodes.server.suspend();
      await ask(3);
      nodes.server.resume();
      await waitUntil(async () => (await counted()) === 4 + 3 * round + round);
      await ask(1);
    }
    expect(status()).toMatchObject({ unavailable: false, outages: 0 });
  });

  test('when Redis was slow several times, then it does not wait for it', async () => {
    nodes.server.suspend();
    for (let command = 0; command < 5; command += 1) await ask(1);
    expect(status().unavailable).toBe(true);
    await ask(10);
    expect(status().decidedLocally).toBe(15);
    nodes.server.resume();
    await nodes.untilUnavailable(false);
    await waitUntil(async () => (await counted()) >= 16);
  });
});

describeIfService('redis-server')('a node whose user of Redis has an ACL', () => {
  const server = useRedis();
  let redis: Redis;
  let group: LimiterNodes;
  beforeEach(async () => {
    redis = new Redis(server.url);
    await redis.flushall();
    await permit('on', 'nopass', '~animal-store:*', '+@all');
    group = await startLimiterNodes(server.url.replace('//', '//limiter:any@'), 1);
  });
  afterEach(async () => {
    await group.close();
    redis.disconnect();
  });

  const permit = (...rules: string[]) => redis.call('ACL', 'SETUSER', 'limiter', ...rules);
  const ask = (subject: string, times: number) =>
    group.sendRequests(subject, times, QUOTA, ...group.nodes).then(countAdmitted);
  const counted = async (subject: string) => Number(await redis.hget(keyOf(subject), 'dayCount'));
  const status = () => group.nodes[0]?.limiter.status();
  const warnings = () => group.nodes[0]?.logged('warn');

  test('when it may not run scripts, then one outage begins, and ends when it may', async () => {
    await ask(SUBJECT, 10);
    await permit('-@scripting');
    for (let round = 0; round < 8; round += 1) {
      expect(await ask(SUBJECT, 10)).toBe(round < 5 ? 10 : 0);
      await pause(200); // several probes in all
    }
    expect(status()).toMatchObject({ unavailable: true, outages: 1 });
    expect(warnings()).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('NOPERM') }),
    ]);
    await permit('+@scripting');
    await waitUntil(() => !status()?.unavailable);
    await waitUntil(async () => (await counted(SUBJECT)) === 60);
    expect(status()?.outages).toBe(1);
  });

  test.each<[string, (key: string) => Promise<unknown>]>([
    ['is of another type', (key) => redis.set(key, 'x')],
    ['holds no numbers', (key) => redis.hset(key, { day: dayOf(START_MS), dayCount: 'inf' })],
  ])('when the hash of one key %s, then that key alone is counted locally', async (...row) => {
    const [, spoil] = row;
    await spoil(keyOf('key:spoiled'));
    let others = 0;
    for (let round = 0; round < 4; round += 1) {
      const [spoiled, other] = await Promise.all([ask('key:spoiled', 20), ask(SUBJECT, 5)]);
      others += other;
      expect(spoiled).toBe(round < 3 ? 20 : 0);
      await waitUntil(async () => (await counted(SUBJECT)) === others);
    }
    expect(others).toBe(20);
    expect(status()).toMatchObject({ unavailable: false, outages: 0 });
    expect(warnings()).toEqual([
      expect.objectContaining({ key: keyOf('key:spoiled'), reason: expect.any(String) }),
    ]);
  });
});

const ROUNDS = 40;
const SMALL_QUOTA = { perMinute: 60, perDay: 200 };
const ONE_DAY_MS = 86_400_000;

describeIfService('redis-server')('three nodes', () => {
  const nodes = useRedisNodes(3);

  test('when Redis fails twice within a minute, then they admit at most twice the quota in it', async () => {
    const random = randomFrom(SEED);
    const { server, group } = nodes;
    let total = 0;
    let inDay = 0;
    const ask = async (): Promise<number> => {
      const all = group.nodes;
      const targets = random.pick([all, all.slice(0, 1), all.slice(1), all.slice(2)]);
      return countAdmitted(
        await group.sendRequests(SUBJECT, random.between(1, 60), SMALL_QUOTA, ...targets),
      );
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 8 === 0) {
        inDay = 0;
        group.clock.nowMs = (Math.floor(group.clock.nowMs / ONE_DAY_MS) + 1) * ONE_DAY_MS;
      }
      group.clock.nowMs += 3_660_000; // later than any ban
      let inMinute = await ask();
      for (let failures = 0; failures < 2; failures += 1) {
        const fail = random.pick([server.kill, server.suspend]);
        await fail();
        inMinute += await ask();
        if (fail === server.kill) await server.start();
        else server.resume();
        if (random.pick([true, false])) await nodes.untilUnavailable(false);
        inMinute += await ask();
      }
      inDay += inMinute;
      total += inMinute;
      const where = `seed ${SEED}, round ${round}`;
      const isWithin = inMinute <= 2 * SMALL_QUOTA.perMinute && inDay <= 2 * SMALL_QUOTA.perDay;
      expect({ where, inMinute, inDay, isWithin }).toMatchObject({ isWithin: true });
    }
    process.stdout.write(`redis faults: seed ${SEED}, ${total} admitted\n`);
    expect(total).toBeGreaterThan(200);
  });
});

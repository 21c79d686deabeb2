// A Redis that is slow, or fails at random.
import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { SEED } from '../slow/rate-limit/quota-scenarios.js';
import { describeIfService } from '../support/describe-if-service.js';
import { randomFrom } from '../support/random.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import {
  countAdmitted,
  type LimiterNodes,
  type Node,
  startLimiterNodes,
  waitUntil,
} from './limiter-nodes.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const SUBJECT = 'key:one';

describeIfService('redis-server')('a node', () => {
  let server: RedisProcess;
  let redis: Redis;
  let group: LimiterNodes;
  let node: Node;
  beforeEach(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    group = await startLimiterNodes(server.url, 1);
    const [only] = group.nodes;
    if (!only) throw new Error('a node is needed');
    node = only;
    await ask(1); // loads the subject
  });
  afterEach(async () => {
    await group.close();
    redis.disconnect();
    await server.close();
  });

  const ask = (times: number) => group.sendRequests(SUBJECT, times, QUOTA, node);
  const counted = async () => Number(await redis.hget(keyOf(SUBJECT), 'dayCount'));
  const decidedLocally = () => node.limiter.status().decidedLocally;

  test('when Redis stalls for a moment, then it answers before Redis does, and nothing is counted twice', async () => {
    server.suspend();
    const decisions = await ask(3);
    server.resume();
    expect(decisions.map(({ minute }) => minute.remaining)).toEqual([58, 57, 56]);
    expect(node.limiter.status()).toMatchObject({
      unavailable: false,
      outages: 0,
      decidedLocally: 3,
    });
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
    expect(decidedLocally()).toBe(0);
  });

  test('when Redis is slow only occasionally, then it keeps using it', async () => {
    for (let round = 0; round < 4; round += 1) {
      server.suspend();
      await ask(3);
      server.resume();
      await waitUntil(async () => (await counted()) === 4 + 3 * round + round);
      await ask(1);
    }
    expect(node.limiter.status()).toMatchObject({ unavailable: false, outages: 0 });
  });

  test('when Redis was slow several times, then it does not wait for it', async () => {
    server.suspend();
    for (let command = 0; command < 5; command += 1) await ask(1);
    expect(node.limiter.status().unavailable).toBe(true);
    await ask(10);
    expect(decidedLocally()).toBe(15);
    server.resume();
    await waitUntil(() => !node.limiter.status().unavailable);
    await waitUntil(async () => (await counted()) >= 16);
  });
});

const ROUNDS = 40;
const SMALL_QUOTA = { perMinute: 60, perDay: 200 };
const ONE_DAY_MS = 86_400_000;

describeIfService('redis-server')('three nodes', () => {
  let server: RedisProcess;
  let group: LimiterNodes;
  beforeAll(async () => {
    server = await startRedis();
    group = await startLimiterNodes(server.url, 3);
  });
  afterAll(async () => {
    await group.close();
    await server.close();
  });

  test('when Redis fails twice within a minute, then they admit at most twice the quota in it', async () => {
    const random = randomFrom(SEED);
    const { nodes, clock } = group;
    let total = 0;
    let inDay = 0;
    const ask = async (): Promise<number> => {
      const targets = random.pick([nodes, nodes.slice(0, 1), nodes.slice(1), nodes.slice(2)]);
      return countAdmitted(
        await group.sendRequests('key:one', random.between(1, 60), SMALL_QUOTA, ...targets),
      );
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 8 === 0) {
        inDay = 0;
        clock.nowMs = (Math.floor(clock.nowMs / ONE_DAY_MS) + 1) * ONE_DAY_MS;
      }
      clock.nowMs += 3_660_000; // later than any ban
      let inMinute = 0;
      for (const failures of ['none', 'one', 'two']) {
        inMinute += await ask();
        if (failures === 'none') continue;
        const fail = random.pick([server.kill, server.suspend]);
        await fail();
        inMinute += await ask();
        if (fail === server.kill) await server.start();
        else server.resume();
        if (random.pick([true, false]))
          await waitUntil(() => nodes.every(({ limiter }) => !limiter.status().unavailable));
      }
      inMinute += await ask();
      inDay += inMinute;
      total += inMinute;
      const where = `seed ${SEED}, round ${round}`;
      expect([where, Math.max(inMinute, 2 * SMALL_QUOTA.perMinute)]).toEqual([
        where,
        2 * SMALL_QUOTA.perMinute,
      ]);
      expect([where, Math.max(inDay, 2 * SMALL_QUOTA.perDay)]).toEqual([
        where,
        2 * SMALL_QUOTA.perDay,
      ]);
    }
    process.stdout.write(`redis faults: seed ${SEED}, ${total} admitted\n`);
    expect(total).toBeGreaterThan(200);
  });
});

import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../support/describe-if-service.js';
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

  test('sends one command for all requests of a subject in a tick', async () => {
    const commands = async () => {
      const stats = await redis.info('commandstats');
      const calls = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)];
      return calls.reduce((sum, [, number]) => sum + Number(number), 0);
    };
    const before = await commands();
    await ask(25);
    expect((await commands()) - before).toBe(1);
    expect(await counted()).toBe(26);
  });

  test('when Redis stalls for a moment, then it answers after 20 ms, and nothing is counted twice', async () => {
    server.suspend();
    const startMs = performance.now();
    const decisions = await ask(3);
    const tookMs = performance.now() - startMs;
    server.resume();
    expect(tookMs).toBeGreaterThan(19);
    expect(tookMs).toBeLessThan(250); // a busy machine adds its own delay
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
    const startMs = performance.now();
    await ask(10);
    expect(performance.now() - startMs).toBeLessThan(15);
    server.resume();
    await waitUntil(() => !node.limiter.status().unavailable);
    await waitUntil(async () => (await counted()) >= 16);
  });
});

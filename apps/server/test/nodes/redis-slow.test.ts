import { Redis } from 'ioredis';
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { describeIfService } from '../support/describe-if-service.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { admitted, type Crew, type Node, openCrew, until } from './crew.js';

const QUOTA = { perMinute: 60, perDay: 1000 };
const SUBJECT = 'key:one';

describeIfService('redis-server')('a node', () => {
  let server: RedisProcess;
  let redis: Redis;
  let crew: Crew;
  let node: Node;
  beforeEach(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    crew = await openCrew(server.url, 1);
    const [only] = crew.nodes;
    if (!only) throw new Error('a node is needed');
    node = only;
    await ask(1); // the subject is loaded
  });
  afterEach(async () => {
    await crew.close();
    redis.disconnect();
    await server.close();
  });

  const ask = (times: number) => crew.ask(SUBJECT, times, QUOTA, node);
  const counted = async () => Number(await redis.hget(keyOf(SUBJECT), 'dayCount'));
  const decidedLocally = () => node.limiter.status().decidedLocally;

  test('asks Redis once for all requests that one turn brings for a subject', async () => {
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

  test('whose Redis stalls for a moment answers after 20 ms, and counts nothing twice', async () => {
    server.suspend();
    const begunMs = performance.now();
    const decisions = await ask(3);
    const tookMs = performance.now() - begunMs;
    server.resume();
    expect(tookMs).toBeGreaterThan(19);
    expect(tookMs).toBeLessThan(250); // a busy machine is late itself
    expect(decisions.map(({ minute }) => minute.remaining)).toEqual([58, 57, 56]);
    expect(node.limiter.status()).toMatchObject({
      unavailable: false,
      outages: 0,
      decidedLocally: 3,
    });
    await until(async () => (await counted()) === 4);
    await ask(1);
    await until(async () => (await counted()) === 5);
  });

  test('that is busy itself does not take Redis for slow', async () => {
    const asked = ask(20);
    await new Promise((resolve) => setImmediate(resolve)); // they are sent
    const untilMs = performance.now() + 100;
    while (performance.now() < untilMs);
    expect(admitted(await asked)).toBe(20);
    expect(decidedLocally()).toBe(0);
  });

  test('asks Redis as long as it is slow only now and then', async () => {
    for (let round = 0; round < 4; round += 1) {
      server.suspend();
      await ask(3);
      server.resume();
      await until(async () => (await counted()) === 4 + 3 * round + round);
      await ask(1);
    }
    expect(node.limiter.status()).toMatchObject({ unavailable: false, outages: 0 });
  });

  test('does not wait for a Redis that was too slow several times', async () => {
    server.suspend();
    for (let command = 0; command < 5; command += 1) await ask(1);
    expect(node.limiter.status().unavailable).toBe(true);
    const begunMs = performance.now();
    await ask(10);
    expect(performance.now() - begunMs).toBeLessThan(15);
    server.resume();
    await until(() => !node.limiter.status().unavailable);
    await until(async () => (await counted()) >= 16);
  });
});

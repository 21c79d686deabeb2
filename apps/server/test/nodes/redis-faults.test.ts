// A Redis that is slow, or fails at random.
import { keyOf } from '../../src/rate-limit/redis/count-script.js';
import { SEED } from '../slow/rate-limit/quota-scenarios.js';
import { describeIfService } from '../support/describe-if-service.js';
import { randomFrom } from '../support/random.js';
import { countAdmitted, useRedisNodes, waitUntil } from './limiter-nodes.js';

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

import { SEED } from '../slow/rate-limit/quota-scenarios.js';
import { describeIfService } from '../support/describe-if-service.js';
import { randomFrom } from '../support/random.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { countAdmitted, type LimiterNodes, startLimiterNodes, waitUntil } from './limiter-nodes.js';

const ROUNDS = 40;
const QUOTA = { perMinute: 60, perDay: 200 };
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
        await group.sendRequests('key:one', random.between(1, 60), QUOTA, ...targets),
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
      expect([where, Math.max(inMinute, 2 * QUOTA.perMinute)]).toEqual([
        where,
        2 * QUOTA.perMinute,
      ]);
      expect([where, Math.max(inDay, 2 * QUOTA.perDay)]).toEqual([where, 2 * QUOTA.perDay]);
    }
    process.stdout.write(`redis faults: seed ${SEED}, ${total} admitted\n`);
    expect(total).toBeGreaterThan(200);
  });
});

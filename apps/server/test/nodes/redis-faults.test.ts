import { randomFrom, SEED } from '../slow/rate-limit/quota-histories.js';
import { describeIfService } from '../support/describe-if-service.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { admitted, type Crew, openCrew, until } from './crew.js';

const ROUNDS = 40;
const QUOTA = { perMinute: 60, perDay: 200 };
const ONE_DAY_MS = 86_400_000;

describeIfService('redis-server')('three nodes', () => {
  let server: RedisProcess;
  let crew: Crew;
  beforeAll(async () => {
    server = await startRedis();
    crew = await openCrew(server.url, 3);
  });
  afterAll(async () => {
    await crew.close();
    await server.close();
  });

  test('when Redis dies or hangs twice within a minute, then three nodes admit at most twice the quota in it', async () => {
    const random = randomFrom(SEED);
    const { nodes, clock } = crew;
    let inAll = 0;
    let inDay = 0;
    const ask = async (): Promise<number> => {
      const among = random.pick([nodes, nodes.slice(0, 1), nodes.slice(1), nodes.slice(2)]);
      return admitted(await crew.ask('key:one', random.between(1, 60), QUOTA, ...among));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 8 === 0) {
        inDay = 0;
        clock.nowMs = (Math.floor(clock.nowMs / ONE_DAY_MS) + 1) * ONE_DAY_MS;
      }
      clock.nowMs += 3_660_000; // behind any ban
      let inMinute = 0;
      for (const fault of ['none', 'one', 'two']) {
        inMinute += await ask();
        if (fault === 'none') continue;
        const how = random.pick([server.kill, server.suspend]);
        await how();
        inMinute += await ask();
        if (how === server.kill) await server.start();
        else server.resume();
        if (random.pick([true, false]))
          await until(() => nodes.every(({ limiter }) => !limiter.status().unavailable));
      }
      inMinute += await ask();
      inDay += inMinute;
      inAll += inMinute;
      const where = `seed ${SEED}, round ${round}`;
      expect([where, Math.max(inMinute, 2 * QUOTA.perMinute)]).toEqual([
        where,
        2 * QUOTA.perMinute,
      ]);
      expect([where, Math.max(inDay, 2 * QUOTA.perDay)]).toEqual([where, 2 * QUOTA.perDay]);
    }
    process.stdout.write(`redis faults: seed ${SEED}, ${inAll} admitted\n`);
    expect(inAll).toBeGreaterThan(200);
  });
});

// Four nodes count as one.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { document } from '@animal-store/contract';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { Nodes } from './nodes.js';
import { getOnce } from './readers.js';

const ROUNDS = Number(process.env.QUOTA_ROUNDS ?? 100);
const LIMIT = 300;
const MORE = 200;
const HALF_MS = 1_500;
/** Not so many in a minute that the key is banned. */
const REFUSED = Math.floor(document['x-rate-limit-ban'].refusalsPerMinute / 2);

describeIfService('PostgreSQL')('four nodes behind a proxy', () => {
  let database: TestDatabase;
  let redis: RedisProcess;
  let nodes: Nodes;
  const agent = new Agent({ keepAlive: true });
  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    nodes = new Nodes({ databaseUrl: database.url, rateLimitUrl: redis.url });
    await nodes.start(4);
  });
  afterAll(async () => {
    agent.destroy();
    await nodes?.close();
    await Promise.all([database?.drop(), redis?.close()]);
  });

  async function burst(key: string, count: number): Promise<Map<number, number>> {
    const statuses = new Map<number, number>();
    const one = async () => {
      const { status } = await getOnce(`${nodes.url}/pets?limit=1`, key, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: count }, one));
    return statuses;
  }

  /** A burst that runs into the next minute would have two quotas. */
  async function roomInMinute(seconds: number): Promise<void> {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < seconds * 1000) await pause(left + 50);
  }

  /**
   * What nodes decide alone, because Redis did not answer within 20 ms, is another promise: a machine that is too busy for
   * that is given some tries again.
   */
  async function throughRedis<T>(act: () => Promise<T>, again: { left: number }): Promise<T> {
    for (;;) {
      const before = await nodes.decidedLocally();
      const result = await act();
      if ((await nodes.decidedLocally()) === before) return result;
      if (again.left === 0) throw new Error('Redis is too slow on this machine for this test');
      again.left -= 1;
      await pause(2_000); // nodes that were alone go on cautiously for a while
    }
  }

  test('admit a key of N exactly N times, however many ask at once', async () => {
    const again = { left: ROUNDS };
    let wrong = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const admitted = await throughRedis(async () => {
        const key = await nodes.createKey({ perMinute: LIMIT, perDay: LIMIT * 10 });
        await roomInMinute(10);
        return (await burst(key, LIMIT + MORE)).get(200) ?? 0;
      }, again);
      if (admitted !== LIMIT) {
        wrong += 1;
        process.stdout.write(`quota: round ${round} admitted ${admitted} of ${LIMIT}\n`);
      }
    }
    process.stdout.write(
      `quota: 4 nodes, ${ROUNDS} rounds of ${LIMIT + MORE} at once, ${wrong} wrong; ${ROUNDS - again.left} more, in which Redis took over 20 ms\n`,
    );
    expect(wrong).toBe(0);
  });

  test('admit N in each of two minutes, when requests run through the turn', async () => {
    const told = await throughRedis(throughTheTurn, { left: 3 });
    process.stdout.write(
      `quota: through a minute's turn ${JSON.stringify(told)}, at ${LIMIT} a minute\n`,
    );
    expect(told).toHaveLength(2);
    for (const { decided, admitted } of told) expect(admitted).toBe(Math.min(decided, LIMIT));
  });

  async function throughTheTurn() {
    const key = await nodes.createKey({ perMinute: LIMIT, perDay: LIMIT * 10 });
    await roomInMinute(20);
    const turnMs = Math.ceil(Date.now() / 60_000) * 60_000;
    await pause(turnMs - HALF_MS - Date.now());
    const count = 2 * (LIMIT + REFUSED);
    const windows = new Map<string, { decided: number; admitted: number }>();
    const one = async (place: number) => {
      await pause((place / count) * 2 * HALF_MS);
      const { status, headers } = await getOnce(`${nodes.url}/pets?limit=1`, key, agent);
      const reset = String(headers['x-ratelimit-reset']);
      const window = windows.get(reset) ?? { decided: 0, admitted: 0 };
      windows.set(reset, window);
      window.decided += 1;
      if (status === 200) window.admitted += 1;
    };
    await Promise.all(Array.from({ length: count }, (_, place) => one(place)));
    return [...windows.values()];
  }
});

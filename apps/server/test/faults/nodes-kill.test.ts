// Nodes that are killed under load, with the SDK as the client of a load balancer.

import { setTimeout as pause } from 'node:timers/promises';
import { AnimalStore } from '@animal-store/sdk';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, queryOnce, type TestDatabase } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { seededRandom } from '../support/random.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { killAndRestart, type ServiceProcess, suspendFor } from '../support/service-process.js';
import { LoadBalancedNodes, sharedCountersOf } from './load-balanced-nodes.js';

const KILLS = 20;
const CLIENTS = 24;

describeIfService('PostgreSQL', 'redis-server')('when nodes are under load', () => {
  let nodes: LoadBalancedNodes | undefined;
  const cleanups: (() => Promise<unknown> | undefined)[] = [];
  afterEach(async () => {
    await nodes?.close();
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  /** Adds animals until stopped. Errors thrown by the SDK are recorded. */
  function addAnimals(store: AnimalStore) {
    const names = new Map<string, string>();
    const errors: unknown[] = [];
    let isStopped = false;
    const client = async (index: number) => {
      for (let turn = 0; !isStopped; turn += 1) {
        const name = `${index}-${turn}`;
        try {
          const { id } = await store.createPet({ name, categoryId: 1 });
          names.set(`${id}`, name);
        } catch (error) {
          errors.push(error);
        }
      }
    };
    const ended = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
    return {
      names,
      errors,
      async stop() {
        isStopped = true;
        await ended;
      },
    };
  }

  const sharedStatuses = async ({ running }: LoadBalancedNodes) =>
    Promise.all(running.map(sharedCountersOf));

  /** Compares the table with the acknowledged animals. */
  async function compare(
    database: Pick<TestDatabase, 'query'>,
    names: ReadonlyMap<string, string>,
  ) {
    const { rows } = await database.query('SELECT id::text, name FROM pets');
    const stored = new Map(rows.map(({ id, name }) => [id, name]));
    const missing = [...names].filter(([id, name]) => stored.get(id) !== name);
    const duplicates = rows.length - new Set(rows.map(({ name }) => name)).size;
    return { missing: missing.length, duplicates, stored: rows.length };
  }

  test('and are killed 20 times, then no acknowledged animal is lost or duplicated, and no call fails', async () => {
    const database = await createDatabase();
    cleanups.push(() => database.drop());
    const redis = await startRedis();
    cleanups.push(() => redis.close());
    nodes = new LoadBalancedNodes({ databaseUrl: database.url, rateLimitUrl: redis.url });
    await nodes.start(3);
    const store = new AnimalStore({ baseUrl: nodes.url, apiKey: await nodes.createKey() });
    const load = addAnimals(store);
    const random = seededRandom(20_261_121);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(random() * 400);
      await nodes.replace(Math.floor(random() * nodes.running.length));
    }
    await load.stop();
    const result = await compare(database, load.names);
    process.stdout.write(
      `nodes: ${KILLS} kills, ${load.names.size} acknowledged, ${result.missing} missing, ${result.duplicates} twice, ${load.errors.length} errors seen\n`,
    );
    expect(load.errors).toEqual([]);
    expect(result.missing).toBe(0);
    expect(result.duplicates).toBe(0);
    expect(load.names.size).toBeGreaterThan(KILLS * 10);
  });

  describe('and a database is interrupted', () => {
    let postgres: ServiceProcess;
    let redis: RedisProcess;
    beforeEach(async () => {
      postgres = await startPostgres();
      redis = await startRedis();
      cleanups.push(
        () => postgres.close(),
        () => redis.close(),
      );
      nodes = new LoadBalancedNodes({ databaseUrl: postgres.url, rateLimitUrl: redis.url });
      await nodes.start(2);
    });

    test.each<[string, typeof killAndRestart]>([
      ['is stopped and started', killAndRestart],
      ['hangs', suspendFor],
    ])(
      'when Redis %s, then no call fails, and nodes share counts again',
      async (interruption, interrupt) => {
        if (!nodes) throw new Error('no nodes');
        const store = new AnimalStore({ baseUrl: nodes.url, apiKey: await nodes.createKey() });
        const load = addAnimals(store);
        await pause(500);
        await interrupt(redis, 2_000);
        while ((await sharedStatuses(nodes)).some((node) => node.unavailable || node.nodes < 2))
          await pause(50);
        await load.stop();
        process.stdout.write(
          `redis ${interruption}: ${load.names.size} acknowledged, ${load.errors.length} errors seen\n`,
        );
        expect(load.errors).toEqual([]);
        for (const { outages } of await sharedStatuses(nodes)) expect(outages).toBeGreaterThan(0);
      },
    );

    test.each<[string, typeof killAndRestart, number]>([
      ['is killed and started', killAndRestart, 6_000],
      ['hangs', suspendFor, 10_000],
    ])(
      'when PostgreSQL %s, then requests are 503 with Retry-After, readiness fails, and nothing acknowledged is lost or duplicated',
      async (interruption, interrupt, ms) => {
        if (!nodes) throw new Error('no nodes');
        const [node] = nodes.running;
        if (!node) throw new Error('no node');
        const apiKey = await nodes.createKey();
        const store = new AnimalStore({ baseUrl: nodes.url, apiKey, maxRetries: 20 });
        const load = addAnimals(store);
        await pause(500);
        const interrupted = interrupt(postgres, ms);
        await pause(2_500);
        const [refused, ready] = await Promise.all([
          node.call('/pets', apiKey),
          fetch(new URL('/readyz', node.url)),
        ]);
        await interrupted;
        while ((await node.call('/pets', apiKey)).status !== 200) await pause(50);
        await load.stop();
        const result = await compare(
          { query: (text) => queryOnce(postgres.url, text) },
          load.names,
        );
        process.stdout.write(
          `postgres ${interruption}: ${load.names.size} acknowledged, ${result.missing} missing, ${result.duplicates} twice, ${load.errors.length} errors seen\n`,
        );
        expect([refused.status, await refused.text()]).toEqual([
          503,
          expect.stringContaining('"code":"unavailable"'),
        ]);
        expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
        expect(refused.headers.get('X-RateLimit-Limit')).not.toBeNull();
        expect(ready.status).toBe(503);
        expect(result).toMatchObject({ missing: 0, duplicates: 0 });
        expect(load.errors).toEqual([]);
      },
    );
  });
});

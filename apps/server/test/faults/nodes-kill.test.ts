// Nodes that die under load, while the SDK talks to them through a balancer.
import { setTimeout as pause } from 'node:timers/promises';
import { AnimalStore } from '@animal-store/sdk';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, queryOnce, type TestDatabase } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { killAndRestart, type ServiceProcess, suspendFor } from '../support/service-process.js';
import { Nodes, sharedCountersOf } from './nodes.js';
import { seededRandom } from './stored.js';

const KILLS = 20;
const CLIENTS = 24;

describeIfService('PostgreSQL')('nodes under load', () => {
  let nodes: Nodes | undefined;
  const ends: (() => Promise<unknown> | undefined)[] = [];
  afterEach(async () => {
    await nodes?.close();
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** Adds animals until told to stop. What the SDK throws is an error that its caller saw. */
  function addAnimals(store: AnimalStore) {
    const names = new Map<string, string>();
    const errors: unknown[] = [];
    let isStopped = false;
    const client = async (place: number) => {
      for (let turn = 0; !isStopped; turn += 1) {
        const name = `${place}-${turn}`;
        try {
          const { id } = await store.createPet({ name, categoryId: 1 });
          names.set(`${id}`, name);
        } catch (error) {
          errors.push(error);
        }
      }
    };
    const ended = Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)));
    return {
      names,
      errors,
      async stop() {
        isStopped = true;
        await ended;
      },
    };
  }

  const sharedOf = async ({ running }: Nodes) => Promise.all(running.map(sharedCountersOf));

  /** What is wrong with the table after all, by the names that were acknowledged. */
  async function compare(
    database: Pick<TestDatabase, 'query'>,
    names: ReadonlyMap<string, string>,
  ) {
    const { rows } = await database.query('SELECT id::text, name FROM pets');
    const stored = new Map(rows.map(({ id, name }) => [id, name]));
    const missing = [...names].filter(([id, name]) => stored.get(id) !== name);
    const doubled = rows.length - new Set(rows.map(({ name }) => name)).size;
    return { missing: missing.length, doubled, stored: rows.length };
  }

  test('die 20 times, and no acknowledged animal is missing, none is there twice, and no caller sees an error', async () => {
    const database = await createDatabase();
    ends.push(() => database.drop());
    const redis = await startRedis();
    ends.push(() => redis.close());
    nodes = new Nodes({ databaseUrl: database.url, rateLimitUrl: redis.url });
    await nodes.start(3);
    const store = new AnimalStore({ baseUrl: nodes.url, apiKey: await nodes.createKey() });
    const load = addAnimals(store);
    const random = seededRandom(20_261_121);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await pause(random() * 400);
      await nodes.replace(Math.floor(random() * nodes.running.length));
    }
    await load.stop();
    const found = await compare(database, load.names);
    process.stdout.write(
      `nodes: ${KILLS} kills, ${load.names.size} acknowledged, ${found.missing} missing, ${found.doubled} twice, ${load.errors.length} errors seen\n`,
    );
    expect(load.errors).toEqual([]);
    expect(found.missing).toBe(0);
    expect(found.doubled).toBe(0);
    expect(load.names.size).toBeGreaterThan(KILLS * 10);
  });

  describe('and what they stand on', () => {
    let postgres: ServiceProcess;
    let redis: RedisProcess;
    beforeEach(async () => {
      postgres = await startPostgres();
      redis = await startRedis();
      ends.push(
        () => postgres.close(),
        () => redis.close(),
      );
      nodes = new Nodes({ databaseUrl: postgres.url, rateLimitUrl: redis.url });
      await nodes.start(2);
    });

    test.each<[string, typeof killAndRestart]>([
      ['is stopped and started', killAndRestart],
      ['hangs', suspendFor],
    ])(
      'when Redis %s under load, then no caller sees an error, and the counts are shared again by themselves',
      async (how, harm) => {
        if (!nodes) throw new Error('no nodes');
        const store = new AnimalStore({ baseUrl: nodes.url, apiKey: await nodes.createKey() });
        const load = addAnimals(store);
        await pause(500);
        await harm(redis, 2_000);
        while ((await sharedOf(nodes)).some((node) => node.unavailable || node.nodes < 2))
          await pause(50);
        await load.stop();
        process.stdout.write(
          `redis ${how}: ${load.names.size} acknowledged, ${load.errors.length} errors seen\n`,
        );
        expect(load.errors).toEqual([]);
        for (const { outages } of await sharedOf(nodes)) expect(outages).toBeGreaterThan(0);
      },
    );

    test.each<[string, typeof killAndRestart, number]>([
      ['is killed and started', killAndRestart, 6_000],
      ['hangs', suspendFor, 10_000],
    ])(
      'when PostgreSQL %s under load, then it is a 503 with Retry-After until it heals, readiness fails, and nothing acknowledged is lost or there twice',
      async (how, harm, ms) => {
        if (!nodes) throw new Error('no nodes');
        const [node] = nodes.running;
        if (!node) throw new Error('no node');
        const apiKey = await nodes.createKey();
        const store = new AnimalStore({ baseUrl: nodes.url, apiKey, maxRetries: 20 });
        const load = addAnimals(store);
        await pause(500);
        const harmed = harm(postgres, ms);
        await pause(2_500);
        const [refused, ready] = await Promise.all([
          node.call('/pets', apiKey),
          fetch(new URL('/readyz', node.url)),
        ]);
        await harmed;
        while ((await node.call('/pets', apiKey)).status !== 200) await pause(50);
        await load.stop();
        const found = await compare({ query: (text) => queryOnce(postgres.url, text) }, load.names);
        process.stdout.write(
          `postgres ${how}: ${load.names.size} acknowledged, ${found.missing} missing, ${found.doubled} twice, ${load.errors.length} errors seen\n`,
        );
        expect([refused.status, await refused.text()]).toEqual([
          503,
          expect.stringContaining('"code":"unavailable"'),
        ]);
        expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
        expect(refused.headers.get('X-RateLimit-Limit')).not.toBeNull();
        expect(ready.status).toBe(503);
        expect(found).toMatchObject({ missing: 0, doubled: 0 });
        expect(load.errors).toEqual([]);
      },
    );
  });
});

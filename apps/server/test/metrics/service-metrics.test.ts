// Metrics that are read from the running parts at each scrape, in SQLite and in PostgreSQL with Redis.
import { createEventLoopMonitor } from '@animal-store/engine/internal/http/event-loop-monitor';
import { createMetrics, type Metrics } from '@animal-store/engine/internal/metrics/metrics';
import { createRedisLimiter } from '@animal-store/engine/internal/rate-limit/redis/redis-limiter';
import { pino } from 'pino';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { claimOf } from '../support/each-store.js';
import { createPostgresStore, createSqliteStore, type Store } from '../support/open-stores.js';
import { shop } from '../support/plain-shop.js';
import { openConnection } from '../support/raw-connection.js';
import { NAMESPACE } from '../support/redis-keys.js';
import { startRedis } from '../support/redis-process.js';
import { startServer } from '../support/start-server.js';
import { type Scrape, scrapeUntil } from './scrape.js';

const log = pino({ level: 'silent' });
const NO_CONNECTIONS = {
  refused: 0,
  evictedIdle: 0,
  evictedUnread: 0,
  timedOut: 0,
  overPipelined: 0,
};
const idleParts = {
  limiter: {},
  loadMonitor: { shed: { anonymous: 0, refused: 0, key: 0 } },
  server: { closedConnections: () => NO_CONNECTIONS },
};

let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics(shop.contract, shop.schema);
});

const sampleOf = (scrape: Scrape, series: string) => scrape.get(`animal_store_${series}`);

function scraped(isReached: (scrape: Scrape) => boolean = () => true): Promise<Scrape> {
  return scrapeUntil(() => metrics.toText(), isReached);
}

const COMMITS = 'storage_commit_duration_seconds_count';

test('when SQLite commits, then commits and the queue are counted', async () => {
  const store = createSqliteStore(':memory:', undefined, metrics.onCommit);
  metrics.watch({ ...idleParts, store });
  const pet = { name: 'Hambone', categoryId: 1 };
  const inserted = Promise.all([store.pets.insert(pet), store.pets.insert(pet)]); // in one commit
  expect(sampleOf(await scraped(), 'storage_queue_length')).toBe(2);
  await inserted;
  const scrape = await scraped();
  expect(sampleOf(scrape, COMMITS)).toBe(1);
  expect(sampleOf(scrape, 'storage_queue_length')).toBe(0);
  expect([...scrape.keys()].join()).not.toMatch(/postgres|redis/);
  await store.close();
});

describeIfService('PostgreSQL')('PostgreSQL', () => {
  const database = useDatabase();
  let store: Store;
  beforeEach(async () => {
    store = await createPostgresStore(database.url, { onCommit: metrics.onCommit });
    metrics.watch({ ...idleParts, store });
  });
  afterEach(() => store.close());

  test('when it commits, then commits are counted', async () => {
    const before = sampleOf(await scraped(), COMMITS) ?? 0;
    const pet = { name: 'Hambone', categoryId: 1 };
    await store.pets.insert(pet);
    const claim = claimOf('once');
    await store.once(claim, async ({ pets }) => {
      await pets.insert(pet);
      return { status: 204, headers: {}, body: undefined };
    });
    expect(sampleOf(await scraped(), COMMITS)).toBeGreaterThanOrEqual(before + 2);
  });

  test('when calls are more than the connections, then the rest waits', async () => {
    const reads = Array.from({ length: 10 }, () => store.pets.get(1));
    const busy = await scraped();
    expect(sampleOf(busy, 'postgres_calls_waiting{pool="pets_reads"}')).toBe(8);
    expect(sampleOf(busy, 'storage_queue_length')).toBe(8);
    await Promise.all(reads);
    const idle = await scraped();
    expect(sampleOf(idle, 'postgres_calls_waiting{pool="pets_reads"}')).toBe(0);
    expect(sampleOf(idle, 'storage_queue_length')).toBe(0);
  });
});

describeIfService('redis-server')('Redis', () => {
  test('when Redis fails and recovers, then its state and local decisions are seen', async () => {
    const redis = await startRedis();
    const store = createSqliteStore(':memory:');
    const limiter = await createRedisLimiter(redis.url, {
      namespace: NAMESPACE,
      counters: store.counters,
      log,
    });
    metrics.watch({ ...idleParts, store, limiter });
    expect(sampleOf(await scraped(), 'redis_up')).toBe(1);

    await redis.kill();
    const down = await scraped((all) => sampleOf(all, 'redis_up') === 0);
    const decided = sampleOf(down, 'redis_local_decisions_total') ?? 0;
    await limiter.admit('key:k', { perMinute: 60, perDay: 1_000 });
    expect(sampleOf(await scraped(), 'redis_local_decisions_total')).toBe(decided + 1);

    await redis.start();
    await scraped((all) => sampleOf(all, 'redis_up') === 1);
    await limiter.close();
    await store.close();
    await redis.close();
  });
});

test('when a limit closes connections and load is shed, then both are counted by reason and class', async () => {
  let nowMs = 0;
  const loop = { nowMs: () => nowMs, idleMs: () => 0, onTurnEnd: () => {} };
  const loadMonitor = createEventLoopMonitor(log, loop);
  const server = await startServer({ metrics, loadMonitor, limits: { maxConnections: 2 } });
  metrics.watch({ ...idleParts, store: server.store, loadMonitor, server });
  const sockets = Array.from({ length: 3 }, () => openConnection(server.url));
  await scraped((all) => sampleOf(all, 'connections_closed_total{reason="evictedIdle"}') === 1);
  for (const socket of sockets) socket.destroy();

  await server.call('/pets', { key: null });
  nowMs += 60_000; // one turn of the event loop takes a minute
  expect((await server.call('/pets', { key: null })).status).toBe(503);
  expect((await server.call('/pets')).status).toBe(503);
  const scrape = await scraped();
  expect(sampleOf(scrape, 'requests_shed_total{class="anonymous"}')).toBe(1);
  expect(sampleOf(scrape, 'requests_shed_total{class="key"}')).toBe(1);
  expect(sampleOf(scrape, 'requests_shed_total{class="refused"}')).toBe(0);
  loadMonitor.close();
  await server.close();
});

// Ten nodes that start at once on an empty database.

import { MIGRATIONS } from '../../src/storage/migrations.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase } from '../support/postgres.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { LoadBalancedNodes } from './load-balanced-nodes.js';

describeIfService('PostgreSQL', 'redis-server')('ten nodes', () => {
  let redis: RedisProcess;
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(() => redis.close());

  test('that start at once on an empty database create its schema once and are all ready', async () => {
    const database = await createDatabase();
    const nodes = new LoadBalancedNodes({ databaseUrl: database.url, rateLimitUrl: redis.url });
    try {
      await nodes.start(10);
      const ready = await Promise.all(
        nodes.running.map(async ({ url }) => (await fetch(new URL('/readyz', url))).status),
      );
      expect(ready).toEqual(Array(10).fill(200));
      expect((await database.query('SELECT * FROM animal_store_schema')).rows).toEqual([
        { version: String(MIGRATIONS.length) },
      ]);
      expect((await database.query('SELECT count(*)::int AS count FROM secrets')).rows).toEqual([
        { count: 1 },
      ]);
      process.stdout.write(`start: 10 nodes at once, ${ready.length} ready, one schema\n`);
    } finally {
      await nodes.close();
      await database.drop();
    }
  });
});

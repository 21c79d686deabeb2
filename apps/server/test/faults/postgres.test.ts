// PostgreSQL with locked tables, without durability, or read-only.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, queryOnce, type TestDatabase } from '../support/postgres.js';
import { startPostgres } from '../support/postgres-process.js';
import { useRedis } from '../support/redis-process.js';
import { createKey } from '../support/run-cli.js';
import type { ServiceProcess } from '../support/service-process.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

describeIfService('PostgreSQL')('a server on PostgreSQL', () => {
  const store = useTempStore();
  let postgres: ServiceProcess;
  let server: ServerProcess;
  beforeEach(async () => {
    postgres = await startPostgres();
    server = await store.start({ DATABASE_URL: postgres.url });
  });
  afterEach(() => postgres.close());

  const readiness = () => fetch(new URL('/readyz', server.url));
  /** Reloads the configuration, as after an edit of postgresql.conf. */
  async function set(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings))
      await queryOnce(postgres.url, `ALTER SYSTEM SET ${name} = '${value}'`);
    await queryOnce(postgres.url, 'SELECT pg_reload_conf()');
  }
  /** Repeats the check until it is 200 with warnings of these settings. */
  async function untilWarnings(...expected: string[]): Promise<void> {
    for (;;) {
      const { warnings = [] }: { warnings?: string[] } = JSON.parse(
        await (await readiness()).text(),
      );
      const settings = warnings.map((warning) => / with (\w+ = \w+)/.exec(warning)?.[1]);
      if (settings.join() === expected.join()) return;
    }
  }

  test('when fsync or full_page_writes is off, then the log and /readyz have a warning', async () => {
    await set({ fsync: 'off' });
    await untilWarnings('fsync = off');
    await set({ full_page_writes: 'off' });
    await untilWarnings('fsync = off', 'full_page_writes = off');
    await server.waitForOutput('stdout', /"level":40,.*full_page_writes = off/);
    await set({ fsync: 'on', full_page_writes: 'on' });
    await untilWarnings();
  });

  test('when the database is read-only, then it is not ready until that ends', async () => {
    const until = async (status: number) => {
      while ((await readiness()).status !== status) await pause(50);
    };
    await until(200);
    await set({ default_transaction_read_only: 'on' });
    await until(503);
    await set({ default_transaction_read_only: 'off' });
    await until(200);
  });

  test('when it is checked, then no transaction is written', async () => {
    await set({ autovacuum: 'off' });
    const nextTransaction = async () => {
      const sql = 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id';
      return (await queryOnce(postgres.url, sql)).rows[0]?.id;
    };
    await pause(1_500); // lets autovacuum and the limiter's sweep finish
    const before = await nextTransaction();
    for (let time = 0; time < 5; time += 1) {
      expect((await readiness()).status).toBe(200);
      await pause(300); // a result is used for 250 ms
    }
    expect(await nextTransaction()).toBe(before);
  });
});

const LOCKED_MS = 2_500;
const CLIENTS = 5;
const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };
/** 14 without that of the server lock, plus abandoned ones that have not ended yet. */
const MAX_CONNECTIONS = 20;

const post = (headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
});
/** Operations with the tables that they need in addition to those of API keys. */
const OPERATIONS: { path: string; tables: string[]; init?: (turn: string) => RequestInit }[] = [
  { path: '/pets', tables: ['pets'] },
  { path: '/pets/1', tables: ['pets'] },
  { path: '/store/orders', tables: ['orders'] },
  { path: '/pets', tables: ['pets'], init: () => post({}) },
  {
    path: '/pets',
    tables: ['pets', 'idempotency_records'],
    init: (turn) => post({ 'Idempotency-Key': turn }),
  },
];

describeIfService('PostgreSQL', 'redis-server')('when a table is locked', () => {
  const redis = useRedis(); // counts are in Redis, so that no request needs the counters table
  let database: TestDatabase;
  let server: ServerProcess;
  let key: string;
  beforeAll(async () => {
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url };
    key = await createKey({ env }, 'enterprise', LARGE_QUOTA);
    await database.query("INSERT INTO pets (name, category_id) VALUES ('first', 1)");
    server = await startServerProcess({ env });
    await server.call('/unknown', key); // counts the key without reading animals or orders
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await database.drop();
  });

  const connections = async () => {
    const { rows } = await database.query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'animal-store'",
    );
    return Number(rows[0]?.count);
  };

  test.each(['orders', 'pets', 'idempotency_records', 'counters', 'secrets', 'api_keys'])(
    '%s, then operations on other tables do not wait, and clients see nothing but 503 with Retry-After',
    async (table) => {
      const locker = new pg.Client(database.url);
      await locker.connect();
      await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      let isLocked = true;
      const refusals: string[] = [];
      let mostConnections = 0;
      const clients = OPERATIONS.flatMap((operation, index) =>
        Array.from({ length: CLIENTS }, async (_, client) => {
          const needsTable = table === 'api_keys' || operation.tables.includes(table);
          for (let turn = 0; isLocked; turn += 1) {
            const init = operation.init?.(`${table}-${index}-${client}-${turn}`);
            const { status, headers } = await server.call(operation.path, key, init);
            const isRefused = status === 503 && Number(headers.get('Retry-After')) > 0;
            if (!(needsTable && isRefused) && status >= 300)
              refusals.push(`${operation.path} ${status}`);
            await pause(5);
          }
        }),
      );
      const endMs = performance.now() + LOCKED_MS;
      while (performance.now() < endMs) {
        mostConnections = Math.max(mostConnections, await connections());
        await pause(100);
      }
      isLocked = false;
      await locker.end();
      await Promise.all(clients);
      expect(refusals).toEqual([]);
      expect(mostConnections).toBeLessThanOrEqual(MAX_CONNECTIONS);

      for (const { path, init } of OPERATIONS) {
        let status = 503;
        while (status === 503)
          ({ status } = await server.call(path, key, init?.(`after ${table}`)));
        expect(status).toBeLessThan(300);
      }
    },
  );
});

// Table locks in PostgreSQL, as taken by a migration or `LOCK TABLE`, while all operations are in use.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { createKey } from '../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';

const LOCKED_MS = 2_500;
const CLIENTS = 5;
const PAUSE_MS = 5;
/** Half of the lock timeout. */
const MAX_MEDIAN_MS = 500;
const LARGE_QUOTA = { perMinute: 1_000_000, perDay: 100_000_000 };
/** 14 without that of the server lock, plus abandoned ones that have not ended yet. */
const MAX_CONNECTIONS = 20;

type Send = (server: ServerProcess, key: string, turn: string) => Promise<Response>;

const post = (headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
});
/** Operations with the tables that they need in addition to those of API keys. */
const OPERATIONS: Record<string, { tables: string[]; send: Send }> = {
  'GET /pets': { tables: ['pets'], send: (server, key) => server.call('/pets', key) },
  'GET /pets/1': { tables: ['pets'], send: (server, key) => server.call('/pets/1', key) },
  'GET /store/orders': {
    tables: ['orders'],
    send: (server, key) => server.call('/store/orders', key),
  },
  'POST /pets': { tables: ['pets'], send: (server, key) => server.call('/pets', key, post({})) },
  'POST /pets with an Idempotency-Key': {
    tables: ['pets', 'idempotency_records'],
    send: (server, key, turn) => server.call('/pets', key, post({ 'Idempotency-Key': turn })),
  },
};

interface TimedResponse {
  status: number;
  retryAfter: string | null;
  tookMs: number;
}

describeIfService('PostgreSQL', 'redis-server')('when a table is locked', () => {
  let redis: RedisProcess;
  let database: TestDatabase;
  let server: ServerProcess;
  let key: string;
  beforeEach(async () => {
    redis = await startRedis(); // counts are in Redis, so that no request needs the counters table
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url };
    key = await createKey({ env }, 'enterprise', LARGE_QUOTA);
    await database.query("INSERT INTO pets (name, category_id) VALUES ('first', 1)");
    server = await startServerProcess({ env });
    await server.call('/unknown', key); // counts the key without reading animals or orders
  });
  afterEach(async () => {
    await server.stop('SIGKILL');
    await database.drop();
    await redis.close();
  });

  async function withLock<T>(table: string, work: () => Promise<T>): Promise<T> {
    const locker = new pg.Client(database.url);
    await locker.connect();
    try {
      await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return await work();
    } finally {
      await locker.end();
    }
  }

  async function load(send: Send, untilMs: number): Promise<TimedResponse[]> {
    const responses: TimedResponse[] = [];
    const client = async (index: number) => {
      for (let turn = 0; performance.now() < untilMs; turn += 1) {
        const startedMs = performance.now();
        const reply = await send(server, key, `${index}-${turn}`);
        await reply.text();
        const tookMs = performance.now() - startedMs;
        const retryAfter = reply.headers.get('Retry-After');
        responses.push({ status: reply.status, retryAfter, tookMs });
        await pause(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
    return responses;
  }

  const loadAll = (untilMs: number) =>
    Promise.all(
      Object.entries(OPERATIONS).map(async ([name, { tables, send }]) => {
        const responses = await load(send, untilMs);
        return { name, tables, responses };
      }),
    );
  const connections = async () => {
    const { rows } = await database.query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'animal-store'",
    );
    return Number(rows[0]?.count);
  };

  test.each(['orders', 'pets', 'idempotency_records', 'counters', 'secrets', 'api_keys'])(
    '%s, then operations on other tables do not wait, and clients see nothing but 503 with Retry-After',
    async (table) => {
      const needsKeys = table === 'api_keys';
      let mostConnections = 0;
      const results = await withLock(table, async () => {
        const untilMs = performance.now() + LOCKED_MS;
        const loaded = loadAll(untilMs);
        while (performance.now() < untilMs) {
          mostConnections = Math.max(mostConnections, await connections());
          await pause(100);
        }
        return loaded;
      });
      process.stdout.write(`lock on ${table}: at most ${mostConnections} connections\n`);
      for (const { name, responses } of results) {
        const medianMs = medianOf(responses.map(({ tookMs }) => tookMs));
        const statuses = new Set(responses.map(({ status }) => status));
        process.stdout.write(
          `  ${name}: ${responses.length} replies of ${[...statuses].join(', ')}, median ${medianMs.toFixed(1)} ms\n`,
        );
      }
      for (const { name, tables, responses } of results) {
        const refused = responses.filter(({ status }) => status >= 300);
        expect([name, refused.filter(({ status }) => status !== 503)]).toEqual([name, []]);
        expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
        if (needsKeys || tables.includes(table)) continue;
        expect([name, refused]).toEqual([name, []]);
        const medianMs = medianOf(responses.map(({ tookMs }) => tookMs));
        expect(medianMs).toBeLessThan(MAX_MEDIAN_MS);
      }
      expect(mostConnections).toBeLessThanOrEqual(MAX_CONNECTIONS);

      for (const { send } of Object.values(OPERATIONS)) {
        let { status } = await send(server, key, `after ${table}`);
        for (let tries = 0; status === 503 && tries < 20; tries += 1) {
          await pause(200);
          ({ status } = await send(server, key, `after ${table}`));
        }
        expect(status).toBeLessThan(300);
      }
    },
  );
});

function medianOf(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

// Locks on one table at a time, as a migration or an operator's `LOCK TABLE` takes them, while every operation is in use.
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
/** Half of the time-out of a lock. */
const MAX_MEDIAN_MS = 500;
const ROOM = { perMinute: 1_000_000, perDay: 100_000_000 };
/** 14 without the hold of a server that counts alone, and those that were given up and have not ended yet. */
const MAX_CONNECTIONS = 20;

type Send = (server: ServerProcess, key: string, turn: string) => Promise<Response>;

const post = (headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
});
/** Each operation with the tables that it needs, besides those of the keys. */
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

interface Answer {
  status: number;
  retryAfter: string | null;
  tookMs: number;
}

describeIfService('PostgreSQL')('when a table is locked', () => {
  let redis: RedisProcess;
  let database: TestDatabase;
  let server: ServerProcess;
  let key: string;
  beforeEach(async () => {
    redis = await startRedis(); // so that no request needs the table of the counters
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url };
    key = await createKey({ env }, 'enterprise', ROOM);
    await database.query("INSERT INTO pets (name, category_id) VALUES ('first', 1)");
    server = await startServerProcess({ env });
    await server.call('/nowhere', key); // counts it, and reads no animal and no order
  });
  afterEach(async () => {
    await server.stop('SIGKILL');
    await database.drop();
    await redis.close();
  });

  async function locked<T>(table: string, work: () => Promise<T>): Promise<T> {
    const holder = new pg.Client(database.url);
    await holder.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return await work();
    } finally {
      await holder.end();
    }
  }

  async function load(send: Send, untilMs: number): Promise<Answer[]> {
    const answers: Answer[] = [];
    const client = async (place: number) => {
      for (let turn = 0; performance.now() < untilMs; turn += 1) {
        const startedMs = performance.now();
        const reply = await send(server, key, `${place}-${turn}`);
        await reply.text();
        const tookMs = performance.now() - startedMs;
        const retryAfter = reply.headers.get('Retry-After');
        answers.push({ status: reply.status, retryAfter, tookMs });
        await pause(PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, place) => client(place)));
    return answers;
  }

  const loadAll = (untilMs: number) =>
    Promise.all(
      Object.entries(OPERATIONS).map(async ([name, { tables, send }]) => {
        const answers = await load(send, untilMs);
        return { name, tables, answers };
      }),
    );
  const connections = async () => {
    const { rows } = await database.query(
      "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'animal-store'",
    );
    return Number(rows[0]?.count);
  };

  test.each(['orders', 'pets', 'idempotency_records', 'counters', 'secrets', 'api_keys'])(
    '%s, then operations on other tables do not wait, and all that a client sees of it is 503 with Retry-After',
    async (table) => {
      const needsKeys = table === 'api_keys';
      let mostConnections = 0;
      const results = await locked(table, async () => {
        const untilMs = performance.now() + LOCKED_MS;
        const loaded = loadAll(untilMs);
        while (performance.now() < untilMs) {
          mostConnections = Math.max(mostConnections, await connections());
          await pause(100);
        }
        return loaded;
      });
      process.stdout.write(`locked ${table}: at most ${mostConnections} connections\n`);
      for (const { name, answers } of results) {
        const medianMs = medianOf(answers.map(({ tookMs }) => tookMs));
        const statuses = new Set(answers.map(({ status }) => status));
        process.stdout.write(
          `  ${name}: ${answers.length} replies of ${[...statuses].join(', ')}, median ${medianMs.toFixed(1)} ms\n`,
        );
      }
      for (const { name, tables, answers } of results) {
        const refused = answers.filter(({ status }) => status >= 300);
        expect([name, refused.filter(({ status }) => status !== 503)]).toEqual([name, []]);
        expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
        if (needsKeys || tables.includes(table)) continue;
        expect([name, refused]).toEqual([name, []]);
        const medianMs = medianOf(answers.map(({ tookMs }) => tookMs));
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

// Servers on a machine whose clock is more than a day ahead and is corrected later.
import { join } from 'node:path';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { type RedisProcess, startRedis } from '../support/redis-process.js';
import { createKey, runCli } from '../support/run-cli.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const AHEAD = {
  NODE_OPTIONS: `--require ${join(__dirname, '../support/shift-clock.cjs')}`,
  CLOCK_AHEAD_MS: String(25 * 3_600_000),
};

async function postOnce(server: ServerProcess, key: string, name: string) {
  const reply = await server.call('/pets', key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
    body: '{"name":"Hambone","categoryId":7}',
  });
  const { id } = JSON.parse(await reply.text());
  return { id, isReplay: reply.headers.get('idempotency-replayed') === 'true' };
}

const logged = ({ stdout }: { stdout: string }, text: string) =>
  stdout.split('\n').filter((line) => line.includes(text));

describeIfService('PostgreSQL', 'redis-server')('a node on PostgreSQL', () => {
  let database: TestDatabase;
  let redis: RedisProcess;
  beforeEach(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  });
  afterEach(async () => {
    await redis.close();
    await database.drop();
  });

  test('when its clock is 25 hours ahead, then it keeps all idempotency records and is not ready', async () => {
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url };
    const key = await createKey({ env });
    const correct = await startServerProcess({ env });
    const ahead = await startServerProcess({ env: { ...env, ...AHEAD } });
    try {
      const first = await postOnce(correct, key, 'first');
      await postOnce(ahead, key, 'second');
      for (const node of [ahead, correct]) {
        expect(await postOnce(node, key, 'first')).toEqual({ id: first.id, isReplay: true });
        expect(await postOnce(node, key, 'second')).toMatchObject({ isReplay: true });
      }
      const readiness = await fetch(new URL('/readyz', ahead.url));
      expect(readiness.status).toBe(503);
      expect(JSON.parse(await readiness.text()).message).toContain(
        "The node's clock is 90000 s ahead of the database's: synchronize it.",
      );
      expect((await fetch(new URL('/readyz', correct.url))).status).toBe(200);
    } finally {
      const [aheadResult, correctResult] = await Promise.all([ahead.stop(), correct.stop()]);
      expect(logged(aheadResult, "differs from the database's")).toHaveLength(1);
      expect(logged(correctResult, "differs from the database's")).toEqual([]);
    }
  });

  test('when the clock of a command is 25 hours ahead, then the end of an overlap follows the database', async () => {
    const env = { DATABASE_URL: database.url, RATE_LIMIT_URL: redis.url };
    await createKey({ env });
    const { rows } = await database.query('SELECT id FROM api_keys');
    const rotate = ['keys', 'rotate', rows[0]?.id, '--overlap', '1h'];
    expect((await runCli(rotate, { env: { ...env, ...AHEAD } })).exitCode).toBe(0);
    const { rows: secrets } = await database.query(
      'SELECT expires_ms FROM api_key_secrets WHERE expires_ms IS NOT NULL',
    );
    expect(Math.abs(Number(secrets[0]?.expires_ms) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });
});

describe('a server on SQLite', () => {
  const store = useTempStore();

  test('when its clock was 25 hours ahead and is corrected, then keys work again', async () => {
    const key = await createKey(store, 'enterprise', { perMinute: 100, perDay: 1 });
    const ahead = await store.start(AHEAD);
    expect((await ahead.call('/pets', key)).status).toBe(200);
    expect((await ahead.call('/pets', key)).status).toBe(429);
    await ahead.stop();
    const after = await store.start();
    expect((await after.call('/pets', key)).status).toBe(200);
    expect((await after.call('/pets', key)).status).toBe(429);
    const { stdout } = await after.stop();
    expect(logged({ stdout }, 'reset counts')).toHaveLength(1);
    const last = await store.start();
    expect((await last.call('/pets', key)).status).toBe(429);
    expect(logged(await last.stop(), 'reset counts')).toEqual([]);
  });
});

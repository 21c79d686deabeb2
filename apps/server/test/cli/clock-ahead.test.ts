// Servers on a machine whose clock is more than a day ahead and is corrected later. That a node says so is in
// nodes/postgres-store.test.ts.
import { join } from 'node:path';
import { pino } from 'pino';
import { collectLog } from '../support/collect-log.js';
import { describeIfService, REDIS_URL } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { createKey, runCli } from '../support/run-cli.js';
import type { ServerProcess } from '../support/start-server-process.js';
import { useTempStore } from '../support/use-temp-store.js';

const AHEAD_MS = 25 * 3_600_000;
const AHEAD = {
  NODE_OPTIONS: `--require ${join(__dirname, '../support/shift-clock.cjs')}`,
  CLOCK_AHEAD_MS: `${AHEAD_MS}`,
};

const store = useTempStore();

async function postOnce(server: Pick<ServerProcess, 'call'>, key: string, name: string) {
  const reply = await server.call('/pets', key, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
    body: '{"name":"Hambone","categoryId":7}',
  });
  const { id } = JSON.parse(await reply.text());
  return { id, isReplay: reply.headers.get('idempotency-replayed') === 'true' };
}

describeIfService('PostgreSQL', 'Redis')('a node on PostgreSQL', () => {
  const database = useDatabase();
  const envOf = () => ({ DATABASE_URL: database.url, RATE_LIMIT_URL: REDIS_URL });

  test('when its clock is 25 hours ahead, then it keeps all idempotency records', async () => {
    const env = envOf();
    const key = await createKey({ env });
    const correct = await store.open(env);
    const ahead = await store.start({ ...env, ...AHEAD });
    const first = await postOnce(correct, key, 'first');
    await postOnce(ahead, key, 'second');
    for (const node of [ahead, correct]) {
      expect(await postOnce(node, key, 'first')).toEqual({ id: first.id, isReplay: true });
      expect(await postOnce(node, key, 'second')).toMatchObject({ isReplay: true });
    }
  });

  test('when the clock of a command is 25 hours ahead, then the end of an overlap follows the database', async () => {
    const env = envOf();
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

test('when the clock of a server on SQLite was 25 hours ahead and is corrected, then keys work again', async () => {
  const key = await createKey(store, 'enterprise', { perMinute: 100, perDay: 1 });
  /** The statuses of two requests to a new server, and how often it says that it has reset counts. */
  const serveTwo = async () => {
    const { stream, lines } = collectLog();
    const server = await store.open({}, pino(stream));
    const statuses = [await server.call('/pets', key), await server.call('/pets', key)];
    await server.close();
    const resets = lines.filter((line) => line.includes('reset counts'));
    return [...statuses.map(({ status }) => status), resets.length];
  };
  const correct = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => correct() + AHEAD_MS);
  expect(await serveTwo()).toEqual([200, 429, 0]);
  clock.mockRestore();
  expect(await serveTwo()).toEqual([200, 429, 1]);
  expect(await serveTwo()).toEqual([429, 429, 0]);
});

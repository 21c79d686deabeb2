// PostgreSQL takes something away from a server, and gives it back, or to another one.
import { setTimeout as pause } from 'node:timers/promises';
import { describeIfService, POSTGRES_URL } from '../support/describe-if-service.js';
import { createDatabase, queryOnce, type TestDatabase } from '../support/postgres.js';
import { type ServerProcess, startServerProcess } from '../support/start-server-process.js';

describeIfService('PostgreSQL')('a server on PostgreSQL', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  beforeEach(async () => {
    database = await createDatabase();
    server = await startServerProcess({ env: { DATABASE_URL: database.url } });
  });
  afterEach(async () => {
    await server.stop('SIGKILL');
    await database.drop();
  });

  const ready = async () => (await fetch(new URL('/readyz', server.url))).status;
  const until = async (wanted: number) => {
    while ((await ready()) !== wanted) await pause(50);
  };
  /** Ends all connections of servers. */
  const cut = () =>
    database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'animal-store'",
    );

  test('has issued its first key when it says that it listens: nothing of its start is left to fail', async () => {
    const { rows } = await database.query('SELECT name FROM api_keys');
    expect(rows).toEqual([{ name: 'first' }]);
  });

  test('is not ready while it is read-only, and ready again when that is over', async () => {
    const { pathname } = new URL(database.url);
    const alter = (value: string) =>
      database.query(
        `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${value}`,
      );
    await alter('on');
    await cut();
    await until(503);
    await queryOnce(
      POSTGRES_URL, // the database itself would not take it
      `ALTER DATABASE ${pathname.slice(1)} RESET default_transaction_read_only`,
    );
    await until(200);
  });

  test('takes its hold again when the connection of it is cut, so that a second one is still refused', async () => {
    await cut();
    await until(200);
    await pause(1_000); // it looks twice a second
    const second = startServerProcess({ env: { DATABASE_URL: database.url } });
    await expect(second).rejects.toThrow('another server is serving this database already');
  });

  test('stops, and says why, when another one has got the hold meanwhile', async () => {
    const holder = await hold(database.url);
    await cut();
    const { exitCode, stdout } = await server.ended;
    await holder.end();
    expect(exitCode).toBe(1);
    expect(stdout).toContain('another server is serving this database already');
  });

  /** Waits in line for the lock of servers, and so has it as soon as it is free. */
  async function hold(url: string) {
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: url });
    await client.connect();
    void client.query('SELECT pg_advisory_lock(7236485002)').catch(() => {});
    await pause(200);
    return client;
  }
});

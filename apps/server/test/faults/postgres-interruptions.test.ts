// A server that loses its connections to PostgreSQL, its write access or its server lock.
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
  const until = async (expected: number) => {
    while ((await ready()) !== expected) await pause(50);
  };
  /** Terminates all connections of servers. */
  const terminateConnections = () =>
    database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'animal-store'",
    );

  test('when the database is read-only, then it is not ready until that ends', async () => {
    const { pathname } = new URL(database.url);
    const alter = (value: string) =>
      database.query(
        `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${value}`,
      );
    await alter('on');
    await terminateConnections();
    await until(503);
    await queryOnce(
      POSTGRES_URL, // the database itself is read-only
      `ALTER DATABASE ${pathname.slice(1)} RESET default_transaction_read_only`,
    );
    await until(200);
  });

  test('when the connection with the server lock is lost, then it acquires the lock again, and a second server is refused', async () => {
    await terminateConnections();
    await until(200);
    await pause(1_000); // it checks twice a second
    const second = startServerProcess({ env: { DATABASE_URL: database.url } });
    await expect(second).rejects.toThrow('another server is serving this database already');
  });

  test('when another server has acquired the lock meanwhile, then it stops and logs the reason', async () => {
    const lockClient = await queueForLock(database.url);
    await terminateConnections();
    const { exitCode, stdout } = await server.ended;
    await lockClient.end();
    expect(exitCode).toBe(1);
    expect(stdout).toContain('another server is serving this database already');
  });

  /** Queues for the server lock, and so gets it as soon as it is free. */
  async function queueForLock(url: string) {
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: url });
    await client.connect();
    void client.query('SELECT pg_advisory_lock(7236485002)').catch(() => {});
    await pause(200);
    return client;
  }
});

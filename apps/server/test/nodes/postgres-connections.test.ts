import pg from 'pg';
import { connectForMaintenance } from '../../src/storage/postgres/client.js';
import { PostgresDatabase } from '../../src/storage/postgres/database.js';
import { createPostgresStore } from '../../src/storage/postgres/postgres-store.js';
import type { Store } from '../../src/storage/store.js';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';

describeIfService('PostgreSQL')('connections to PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let store: Store;
  let database: PostgresDatabase;
  beforeEach(async () => {
    testDatabase = await createDatabase();
    store = await createPostgresStore(testDatabase.url);
    database = new PostgresDatabase(testDatabase.url);
  });
  afterEach(async () => {
    await database.close();
    await store.close();
    await testDatabase.drop();
  });

  const orders = () => database.resource('orders');
  const one = { name: 'one', text: 'SELECT 1 AS one' };
  const allOrders = { after: undefined, limit: 20 };

  test('when the server has lost a prepared statement, then it is prepared again on another connection', async () => {
    await orders().read(one);
    await orders().read({ name: 'forget', text: 'DEALLOCATE ALL' });
    expect(await orders().read(one)).toEqual([{ one: 1 }]);
  });

  test('when the server has another statement of that name, then it is prepared on another connection', async () => {
    await orders().read({ name: 'other', text: 'PREPARE one AS SELECT 2' });
    expect(await orders().read(one)).toEqual([{ one: 1 }]);
  });

  test('when the columns of a prepared statement change, then it is prepared again', async () => {
    await store.orders.list(allOrders);
    await testDatabase.query('ALTER TABLE orders ALTER COLUMN quantity TYPE integer');
    expect((await store.orders.list(allOrders)).items.text).toBe('[]');
  });

  test('when preparing a statement fails, then all waiting queries reject with the reason, and the next one prepares it', async () => {
    const locker = new pg.Client(testDatabase.url);
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE orders');
    const pages = await Promise.allSettled(
      Array.from({ length: 20 }, () => store.orders.list(allOrders)),
    );
    await locker.end();
    const reasons = pages.map((page) => (page.status === 'rejected' ? `${page.reason}` : 'listed'));
    expect(new Set(reasons)).toEqual(
      new Set(['StorageUnavailableError: PostgreSQL: canceling statement due to lock timeout']),
    );
    expect((await store.orders.list(allOrders)).items.text).toBe('[]');
  });

  test.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ])(
    'when synchronous_commit is set to %s, then it is %s on every connection that writes',
    async (given, expected) => {
      const show = {
        name: 'show',
        text: "SELECT current_setting('synchronous_commit') AS setting",
      };
      const { pathname } = new URL(testDatabase.url);
      await testDatabase.query(
        `ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = ${given === 'on' ? 'off' : given}`,
      );
      const withOptions = new URL(testDatabase.url);
      withOptions.searchParams.set('options', `-c synchronous_commit=${given}`);
      for (const url of given === 'on'
        ? [withOptions.href]
        : [testDatabase.url, withOptions.href]) {
        const connections = new PostgresDatabase(url);
        const maintenance = await connectForMaintenance(url);
        const { keys, resources, counters } = connections;
        for (const queries of [keys, ...resources.values(), counters]) {
          expect(await queries.write(show)).toEqual([{ setting: expected }]);
        }
        const inTransaction = await connections.transaction(({ write }) => write(show));
        expect(inTransaction).toEqual([{ setting: expected }]);
        expect((await maintenance.query(show.text)).rows).toEqual([{ setting: expected }]);
        await maintenance.end();
        await connections.close();
      }
    },
  );
});

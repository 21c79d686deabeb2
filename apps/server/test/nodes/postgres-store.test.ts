// The store on PostgreSQL alone: prepared statements, durability, idempotency records, and the clock.
import { NO_COUNTS } from '@animal-store/core/rate-limit';
import { connectForMaintenance } from '@animal-store/engine/internal/storage/postgres/pool/postgres-client';
import { openPostgres } from '@animal-store/engine/internal/storage/postgres/postgres-database';
import pg from 'pg';
import { pino } from 'pino';
import { collectLog } from '../support/collect-log.js';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { claimOf, createPet } from '../support/each-store.js';
import { fakeSweepTimer, restoreSweepTimer } from '../support/fake-sweep-timer.js';
import { createPostgresStore, type Store } from '../support/open-stores.js';
import { shop } from '../support/plain-shop.js';
import { waitUntil } from '../support/wait-until.js';

const allOrders = { after: undefined, limit: 20 };

describeIfService('PostgreSQL')('a store on PostgreSQL', () => {
  const database = useDatabase();
  let store: Store;
  let aheadMs: number;
  let log: ReturnType<typeof collectLog>;
  beforeEach(async () => {
    aheadMs = 0;
    log = collectLog();
    await open();
  });
  afterEach(async () => {
    restoreSweepTimer();
    await store.close();
  });

  async function open(): Promise<void> {
    store = await createPostgresStore(database.url, {
      clock: () => Date.now() + aheadMs,
      log: pino({}, log.stream),
    });
  }

  test('when the columns of a prepared statement change, then it is prepared again', async () => {
    await store.orders.list(allOrders);
    await database.query('ALTER TABLE orders ALTER COLUMN quantity TYPE integer');
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
      const show = "SELECT current_setting('synchronous_commit') AS setting";
      const { pathname } = new URL(database.url);
      await database.query(
        `ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = ${given === 'on' ? 'off' : given}`,
      );
      const withOptions = new URL(database.url);
      withOptions.searchParams.set('options', `-c synchronous_commit=${given}`);
      for (const url of given === 'on' ? [withOptions.href] : [database.url, withOptions.href]) {
        const connections = openPostgres(url);
        const maintenance = await connectForMaintenance(url);
        const { keys, counters } = connections;
        const resources = shop.schema.tables.map((table) => connections.openTable(table));
        for (const queries of [keys, ...resources, counters]) {
          expect(await queries.write(show)).toEqual([{ setting: expected }]);
        }
        const inTransaction = await connections.transaction(({ write }) => write(show));
        expect(inTransaction).toEqual([{ setting: expected }]);
        expect((await maintenance.query(show)).rows).toEqual([{ setting: expected }]);
        await maintenance.end();
        await connections.close();
      }
    },
  );

  test('when another request renews an expired record, then it is neither deleted nor waited for', async () => {
    await database.query(
      `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms)
       SELECT 'key', name, ''::bytea, 0 FROM unnest(ARRAY['old', 'renewed']) name`,
    );
    const names = async () => {
      const { rows } = await database.query('SELECT name FROM idempotency_records ORDER BY name');
      return rows.map(({ name }) => name);
    };
    const other = new pg.Client(database.url);
    await other.connect();
    await other.query(
      `BEGIN; UPDATE idempotency_records SET created_ms = extract(epoch FROM now()) * 1000 WHERE name = 'renewed'`,
    );
    await store.once(claimOf('new'), createPet);
    await waitUntil(async () => !(await names()).includes('old'));
    await other.query('COMMIT');
    await other.end();
    expect(await names()).toEqual(['new', 'renewed']);
  });

  describe('whose clock is measured', () => {
    beforeEach(async () => {
      await store.close();
      fakeSweepTimer(); // fakes setInterval, which also measures the clock
      await open();
    });

    /** Sets the clock and runs the next measurement. */
    async function setAhead(ms: number): Promise<void> {
      aheadMs = ms;
      jest.advanceTimersByTime(30_000);
    }
    const logged = (text: string) => log.lines.filter((line) => line.includes(text));

    test('when its clock is off by more than a minute, then it is not ready and logs it once', async () => {
      await store.ping();
      await setAhead(-90_000);
      await log.find(
        ({ msg }) => msg === "the clock differs from the database's by more than a minute",
      );
      await expect(store.ping()).rejects.toMatchObject({
        advice: expect.stringMatching(/^The node's clock is (89|90|91) s behind the database's: /),
      });
      await setAhead(-95_000);
      await setAhead(95_000);
      const ahead = /^The node's clock is (94|95|96) s ahead of the database's: /;
      const adviceOf = () => store.ping().then(String, ({ advice }) => String(advice));
      await waitUntil(async () => ahead.test(await adviceOf()));
      await setAhead(1_000);
      await log.find(({ msg }) => msg === "the clock agrees with the database's again");
      await store.ping();
      expect(logged('more than a minute')).toHaveLength(1);
    });

    test('when its clock is off by less than a minute, then it is ready', async () => {
      await setAhead(30_000);
      await store.ping();
      expect(log.lines).toEqual([]);
    });

    test('when stored counts are minutes ahead of the database, then they are dropped', async () => {
      const minute = Math.floor(Date.now() / 60_000);
      const day = Math.floor(Date.now() / 86_400_000);
      const counts = { ...NO_COUNTS, minute, minuteCount: 1, day, dayCount: 1 };
      await store.counters.save('key:now', counts, Date.now());
      await store.counters.save('key:ahead', { ...counts, minute: minute + 10 }, Date.now());
      expect(await store.counters.dropAhead(Date.now())).toBe(1);
      expect(await store.counters.load('key:now')).toEqual(counts);
      expect(await store.counters.load('key:ahead')).toEqual(NO_COUNTS);
    });
  });
});

// The store on PostgreSQL alone: prepared statements, durability, idempotency records, and the clock.

import { setTimeout as pause } from 'node:timers/promises';
import type { NewPet } from '@animal-store/contract';
import { NO_COUNTS } from '@animal-store/contract/rate-limit';
import pg from 'pg';
import { pino } from 'pino';
import { shop } from '../../src/shop.js';
import { connectForMaintenance } from '../../src/storage/postgres/client.js';
import { PostgresDatabase } from '../../src/storage/postgres/database.js';
import type { IdempotencyClaim, OnceOutcome } from '../../src/storage/store.js';
import { collectLog } from '../support/collect-log.js';
import { describeIfService } from '../support/describe-if-service.js';
import { fakeSweepTimer, restoreSweepTimer } from '../support/fake-sweep-timer.js';
import { createPostgresStore, type Store } from '../support/open-stores.js';
import { createDatabase, createSchema, type TestDatabase } from '../support/postgres.js';

describeIfService('PostgreSQL')('connections to PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    testDatabase = await createDatabase();
    store = await createPostgresStore(testDatabase.url);
  });
  afterEach(async () => {
    await store.close();
    await testDatabase.drop();
  });

  const allOrders = { after: undefined, limit: 20 };

  test('when the columns of a prepared statement change, then it is prepared again', async () => {
    await store.orders.list(allOrders);
    await testDatabase.query('ALTER TABLE orders ALTER COLUMN quantity TYPE integer');
    expect((await store.orders.list(allOrders)).items.text).toBe('[]');
  });

  test('when preparing a statement fails, then waiting queries reject, and the next one prepares it', async () => {
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
        const connections = new PostgresDatabase(url, shop.schema.tables);
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

const DAY_MS = 86_400_000;

describeIfService('PostgreSQL')('animals in PostgreSQL', () => {
  let schema: TestDatabase;
  let store: Store;
  beforeEach(async () => {
    schema = await createSchema();
    store = await createPostgresStore(schema.url);
  });
  afterEach(async () => {
    await store.close();
    await schema.drop();
  });

  const newPet = (number: number): NewPet => ({
    name: `"${number}", {\\}'é`,
    categoryId: number,
    ...(number % 2 === 1 && { status: 'sold' as const }),
  });

  const addOnce = (name: string): Promise<OnceOutcome> =>
    store.once(readIdempotencyKey(name), async ({ pets }) => {
      const { id } = await pets.insert(newPet(1));
      return { status: 201, headers: {}, body: `${id}` };
    });

  test('expired idempotency records are deleted in batches', async () => {
    await schema.query(
      `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms)
       SELECT 'key', number::text, ''::bytea, 0 FROM generate_series(1, 12000) number`,
    );
    const countRecords = async () => {
      const { rows } = await schema.query('SELECT count(*)::int FROM idempotency_records');
      return rows[0]?.count;
    };
    for (const expected of [7_001, 2_002, 3]) {
      await addOnce(`new ${expected}`);
      while ((await countRecords()) > expected) await pause(10);
      expect(await countRecords()).toBe(expected);
    }
  });

  test('when another request renews an expired record, then it is neither deleted nor waited for', async () => {
    await schema.query(
      `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms)
       SELECT 'key', name, ''::bytea, 0 FROM unnest(ARRAY['old', 'renewed']) name`,
    );
    const names = async () => {
      const { rows } = await schema.query('SELECT name FROM idempotency_records ORDER BY name');
      return rows.map(({ name }) => name);
    };
    const other = new pg.Client(schema.url);
    await other.connect();
    await other.query(
      `BEGIN; UPDATE idempotency_records SET created_ms = extract(epoch FROM now()) * 1000 WHERE name = 'renewed'`,
    );
    await addOnce('new');
    while ((await names()).includes('old')) await pause(10);
    await other.query('COMMIT');
    await other.end();
    expect(await names()).toEqual(['new', 'renewed']);
  });
});

function readIdempotencyKey(name: string): IdempotencyClaim {
  return {
    keyId: 'key',
    name,
    fingerprint: Buffer.from('1'),
    retentionMs: DAY_MS,
  };
}

describeIfService('PostgreSQL')('a node on PostgreSQL', () => {
  let schema: TestDatabase;
  let store: Store;
  let aheadMs: number;
  let log: ReturnType<typeof collectLog>;
  beforeEach(async () => {
    fakeSweepTimer(); // fakes setInterval, which also measures the clock
    schema = await createSchema();
    aheadMs = 0;
    log = collectLog();
    store = await createPostgresStore(schema.url, {
      clock: () => Date.now() + aheadMs,
      log: pino({}, log.stream),
    });
  });
  afterEach(async () => {
    restoreSweepTimer();
    await store.close();
    await schema.drop();
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

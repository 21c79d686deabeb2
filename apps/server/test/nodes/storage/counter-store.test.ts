// Writes of counts: the order of those of a subject, and their wait for a lock that another program holds.
import { NO_COUNTS } from '@animal-store/core/rate-limit';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describeEachDatabase } from '../../support/each-database.js';
import { createPostgresStore, createSqliteStore, type Store } from '../../support/open-stores.js';

/** A write waits for 2 s at most in SQLite, and for 1 s in PostgreSQL. */
const MAX_WAIT_MS = 3_500;

describeEachDatabase((database, name) => {
  let store: Store;
  beforeEach(async () => {
    const { url } = database;
    store = name === 'SQLite' ? createSqliteStore(url.slice(5)) : await createPostgresStore(url);
  });
  afterEach(() => store.close());

  const save = (minuteCount: number) =>
    store.counters.save('key:one', { ...NO_COUNTS, minuteCount }, minuteCount);
  const saveTimes = (times: number) =>
    Promise.allSettled(Array.from({ length: times }, (_, index) => save(index + 1)));

  test('when a subject is saved many times at once, then the last counts are stored', async () => {
    for (const { status } of await saveTimes(20)) expect(status).toBe('fulfilled');
    expect(await store.counters.load('key:one')).toMatchObject({ minuteCount: 20 });
  });

  test('while another program holds the lock, then all saves of a subject wait for one timeout', async () => {
    await save(0);
    const unlock = await lock();
    const startMs = performance.now();
    const saves = await saveTimes(5);
    const waitedMs = performance.now() - startMs;
    await unlock();
    expect(waitedMs).toBeLessThan(MAX_WAIT_MS);
    for (const outcome of saves)
      expect(outcome).toMatchObject({ reason: { name: 'StorageUnavailableError' } });
    await save(6);
    expect(await store.counters.load('key:one')).toMatchObject({ minuteCount: 6 });
  });

  /** @returns a call that ends the other program's transaction. */
  async function lock(): Promise<() => unknown> {
    if (name === 'SQLite') {
      const other = new Database(database.url.slice(5));
      other.exec('BEGIN IMMEDIATE');
      return () => other.close();
    }
    const other = new pg.Client(database.url);
    await other.connect();
    await other.query("BEGIN; UPDATE counters SET day = 0 WHERE subject = 'key:one'");
    return () => other.end();
  }
});

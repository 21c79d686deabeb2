// SQLite store: one connection, one write queue, and a sub-store for each resource.
import { StorageUnavailableError } from '../../model.js';
import type { OnCommit, Store } from '../store.js';
import { tables, toResources } from '../table.js';
import type { Connection } from './connection.js';
import { Health } from './errors.js';
import { IdempotencyClock } from './idempotency-clock.js';
import { openDatabase } from './open-database.js';
import { ReadCaches } from './read-cache.js';
import { createCounterStore } from './stores/counter-store.js';
import { createOnce } from './stores/idempotency-store.js';
import { createImportStore } from './stores/import-store.js';
import { createKeyStore } from './stores/key-store.js';
import { createResource } from './stores/resource-store.js';
import { createUsageStore } from './stores/usage-store.js';
import { WriteQueue } from './write-queue.js';

/** More than any request writes. */
const DISK_PROBE_BYTES = 65_536;

/** @param file A path, or `:memory:`. */
export function createSqliteStore(
  file: string,
  clock = new IdempotencyClock(),
  onCommit?: OnCommit,
): Store {
  const database = openDatabase(file);
  database.pragma('busy_timeout = 0'); // the queue waits for the write lock, so the event loop does not block
  database.pragma('wal_autocheckpoint = 0'); // the queue runs the checkpoints too
  const health = new Health();
  const caches = new ReadCaches(database);
  const writes = new WriteQueue(database, health, (written) => caches.forget(written), onCommit);
  const secret = database
    .prepare<[], Buffer>("SELECT value FROM secrets WHERE name = 'cursor'")
    .pluck()
    .get();
  if (secret === undefined) throw new Error('the database has lost its cursor secret');

  const read: Connection['read'] = (work) => {
    if (writes.openTransaction !== undefined) return writes.openTransaction.then(() => read(work));
    try {
      return work();
    } catch (error) {
      throw health.translate(error);
    }
  };
  const connection: Connection = {
    database,
    caches,
    read,
    write: (written, work) => writes.run(written, work),
    transact: (work) => writes.transact(work),
  };
  const resources = tables.map((table) => [table.name, createResource(connection, table)] as const);

  const bind = (written: Set<string>) =>
    toResources(resources.map(([name, { inTransaction }]) => [name, inTransaction(written)]));

  async function probeDisk(): Promise<void> {
    const room = `INSERT OR REPLACE INTO secrets VALUES ('room', zeroblob(${DISK_PROBE_BYTES}))`;
    await writes.run(new Set(['secrets']), () => database.exec(room));
    await writes.run(new Set(['secrets']), () =>
      database.exec("DELETE FROM secrets WHERE name = 'room'"),
    );
    health.isDiskFull = false;
  }

  return {
    ...toResources(resources.map(([name, { store }]) => [name, store])),
    keys: createKeyStore(connection),
    counters: createCounterStore(connection),
    usage: createUsageStore(connection),
    cursorSecret: secret,
    imports: createImportStore(connection, bind),
    once: createOnce(connection, clock, bind),
    async ping() {
      if (!database.open) throw new StorageUnavailableError('the database is closed');
      health.assertNotBroken();
      await read(() => database.prepare('SELECT 1 FROM api_keys LIMIT 1').get());
      writes.assertNotBlocked();
      if (health.isDiskFull) await probeDisk();
      return { warnings: [] };
    },
    stats: () => ({ queueLength: writes.length, caches: caches.stats(), pools: {} }),
    broken: health.broken,
    async close() {
      await writes.drain();
      database.close();
    },
  };
}

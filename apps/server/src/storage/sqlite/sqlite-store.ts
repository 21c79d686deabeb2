// SQLite store: one connection, one write queue, and a sub-store for each resource.
import { StorageUnavailableError } from '../../model.js';
import type { Store } from '../store.js';
import type { Connection } from './connection.js';
import { Health } from './errors.js';
import { IdempotencyClock } from './idempotency-clock.js';
import { openDatabase } from './open-database.js';
import { DataVersion } from './read-cache.js';
import { createCounterStore } from './stores/counter-store.js';
import { createKeyStore } from './stores/key-store.js';
import { createOrderStore } from './stores/order-store.js';
import { createPetStore } from './stores/pet-store.js';
import { WriteQueue } from './write-queue.js';

/** More than any request writes. */
const DISK_PROBE_BYTES = 65_536;

/** @param file A path, or `:memory:`. */
export function createSqliteStore(file: string, clock = new IdempotencyClock()): Store {
  const database = openDatabase(file);
  database.pragma('busy_timeout = 0'); // the queue waits for the write lock, so the event loop does not block
  database.pragma('wal_autocheckpoint = 0'); // the queue runs the checkpoints too
  const health = new Health();
  const writes = new WriteQueue(database, health);
  const secret = database
    .prepare<[], Buffer>("SELECT value FROM secrets WHERE name = 'cursor'")
    .pluck()
    .get();
  if (secret === undefined) throw new Error('the database has lost its cursor secret');

  const connection: Connection = {
    database,
    dataVersion: new DataVersion(database),
    read(work) {
      try {
        return work();
      } catch (error) {
        throw health.translate(error);
      }
    },
    write: (work) => writes.run(work),
  };

  async function probeDisk(): Promise<void> {
    const room = `INSERT OR REPLACE INTO secrets VALUES ('room', zeroblob(${DISK_PROBE_BYTES}))`;
    await writes.run(() => database.exec(room));
    await writes.run(() => database.exec("DELETE FROM secrets WHERE name = 'room'"));
    health.isDiskFull = false;
  }

  return {
    pets: createPetStore(connection, clock),
    orders: createOrderStore(connection),
    keys: createKeyStore(connection),
    counters: createCounterStore(connection),
    cursorSecret: secret,
    async ping() {
      if (!database.open) throw new StorageUnavailableError('the database is closed');
      health.assertNotBroken();
      connection.read(() => database.prepare('SELECT 1 FROM api_keys LIMIT 1').get());
      writes.assertNotBlocked();
      if (health.isDiskFull) await probeDisk();
      return { warnings: [] };
    },
    broken: health.broken,
    async close() {
      await writes.drain();
      database.close();
    },
  };
}

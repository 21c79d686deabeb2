// SQLite store: one connection, one write queue, and a sub-store for each resource.
import { StorageUnavailableError } from '../../model.js';
import type { Store } from '../store.js';
import { DataVersion } from './read-cache.js';
import { Health } from './health.js';
import { openDatabase } from './open-database.js';
import { RecordAge } from './record-age.js';
import { createCounterStore } from './stores/counter-store.js';
import { createKeyStore } from './stores/key-store.js';
import { createOrderStore } from './stores/order-store.js';
import { createPetStore } from './stores/pet-store.js';
import { WriteQueue } from './write-queue.js';

/** More than any request writes. */
const ROOM_BYTES = 65_536;

/**
 * @param file A path, or `:memory:`.
 * @param recordAge The clocks that determine the expiry of idempotency records.
 */
export function createSqliteStore(file: string, recordAge = new RecordAge()): Store {
  const database = openDatabase(file);
  database.pragma('busy_timeout = 0'); // the queue waits for the write lock, so the event loop does not block
  database.pragma('wal_autocheckpoint = 0'); // the queue runs the checkpoints too
  const health = new Health();
  const writes = new WriteQueue(database, health);
  const dataVersion = new DataVersion(database);
  const secret = database
    .prepare<[], { value: Buffer }>("SELECT value FROM secrets WHERE name = 'cursor'")
    .get();
  const takeRoom = database.prepare(
    `INSERT OR REPLACE INTO secrets VALUES ('room', zeroblob(${ROOM_BYTES}))`,
  );
  const giveRoomBack = database.prepare("DELETE FROM secrets WHERE name = 'room'");
  if (secret === undefined) throw new Error('the database has lost its cursor secret');

  async function findRoom(): Promise<void> {
    await writes.run(() => takeRoom.run());
    await writes.run(() => giveRoomBack.run());
    health.foundRoom();
  }

  return {
    pets: createPetStore(database, writes, health, dataVersion, recordAge),
    orders: createOrderStore(database, writes, health),
    keys: createKeyStore(database, writes, health, dataVersion),
    counters: createCounterStore(database, writes, health),
    cursorSecret: secret.value,
    async ping() {
      if (!database.open) throw new StorageUnavailableError('the database is closed');
      health.assertSound();
      health.read(() => database.prepare('SELECT 1 FROM api_keys LIMIT 1').get());
      writes.assertMoving();
      if (health.isFull) await findRoom();
      return { warnings: [] };
    },
    broken: health.broken,
    async close() {
      await writes.drain();
      database.close();
    },
  };
}

// Owns the composition of the embedded store: one connection, one write queue, a part for each resource.
import { StorageUnavailable, type Store } from '../store.js';
import { createCounterStore } from './counter-store.js';
import { createKeyStore } from './key-store.js';
import { openDatabase } from './open-database.js';
import { createOrderStore } from './order-store.js';
import { createPetStore } from './pet-store.js';
import { WriteQueue } from './write-queue.js';

/** @param file A path, or `:memory:`. */
export function openSqliteStore(file: string): Store {
  const database = openDatabase(file);
  database.pragma('busy_timeout = 0'); // the queue waits for the write lock, not the event loop
  const writes = new WriteQueue(database);
  const secret = database
    .prepare<[], { value: Buffer }>("SELECT value FROM secrets WHERE name = 'cursor'")
    .get();
  if (secret === undefined) throw new Error('the database has lost its cursor secret');
  return {
    pets: createPetStore(database, writes),
    orders: createOrderStore(database, writes),
    keys: createKeyStore(database, writes),
    counters: createCounterStore(database, writes),
    cursorSecret: secret.value,
    async ping() {
      try {
        database.prepare('SELECT 1 FROM api_keys LIMIT 1').get();
      } catch (cause) {
        throw new StorageUnavailable('the database does not answer', { cause });
      }
    },
    async close() {
      await writes.drain();
      database.close();
    },
  };
}

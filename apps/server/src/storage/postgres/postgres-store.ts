// Owns the composition of the store in PostgreSQL: one pool of connections, a part for each resource.
import type { Store } from '../store.js';
import { createCounterStore } from './counter-store.js';
import { PostgresDatabase } from './database.js';
import { listenForKeyChanges } from './key-changes.js';
import { createKeyStore } from './key-store.js';
import { migrate } from './migrate.js';
import { createOrderStore } from './order-store.js';
import { createPetStore } from './pet-store.js';

const SECRET = {
  name: 'read-secret',
  text: "SELECT name, value FROM secrets WHERE name IN ('cursor', 'copying')",
};
/** Takes the lock of a row, which a server that became a read-only copy refuses. */
const PING = {
  name: 'ping',
  text: "SELECT EXISTS (SELECT 1 FROM api_keys) FROM secrets WHERE name = 'cursor' FOR KEY SHARE",
};

/**
 * Brings the database to the newest schema first.
 * @throws what went wrong: PostgreSQL's own error, or the socket's.
 */
export async function openPostgresStore(url: string): Promise<Store> {
  await migrate(url);
  const database = new PostgresDatabase(url);
  try {
    const secrets = await database.read<{ name: string; value: Buffer }>(SECRET);
    const cursorSecret = secrets.find(({ name }) => name === 'cursor')?.value;
    if (cursorSecret === undefined) throw new Error('the database has lost its cursor secret');
    if (secrets.some(({ name }) => name === 'copying')) {
      throw new Error('a copy into it has not ended: run the same `copy` again');
    }
    const keys = createKeyStore(database);
    const changes = listenForKeyChanges(url, keys.forget);
    return {
      pets: createPetStore(database),
      orders: createOrderStore(database),
      keys,
      counters: createCounterStore(database),
      cursorSecret,
      async ping() {
        await database.write(PING, []);
      },
      broken: new Promise(() => {}), // whatever happens to PostgreSQL, it may come back
      async close() {
        await changes.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

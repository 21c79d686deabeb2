// PostgreSQL store: a sub-store for each resource, with connections of its own.
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../lib/clock.js';
import type { Resources } from '../resource-store.js';
import type { OnCommit, Store } from '../store.js';
import { tables, toResources } from '../table.js';
import { PostgresDatabase, type Queries } from './database.js';
import { DatabaseClock } from './database-clock.js';
import { createHealthCheck } from './health.js';
import { listenForKeyChanges } from './key-listener.js';
import { migrate } from './migrations.js';
import { createCounterStore } from './stores/counter-store.js';
import { createOnce } from './stores/idempotency-store.js';
import { createImportStore } from './stores/import-store.js';
import { createKeyStore } from './stores/key-store.js';
import { createResourceStore, toStatements } from './stores/resource-store.js';
import { createUsageStore } from './stores/usage-store.js';

const READ_SECRETS = {
  name: 'read-secrets',
  text: "SELECT name, value FROM secrets WHERE name IN ('cursor', 'copying')",
};

const resources = tables.map((table) => ({ table, statements: toStatements(table) }));

function createResources(queriesOf: (table: string) => Queries): Resources {
  return toResources(
    resources.map(({ table, statements }) => [
      table.name,
      createResourceStore(queriesOf(table.name), table, statements),
    ]),
  );
}

export interface PostgresStoreOptions {
  /** This machine's clock, which is compared with the database's. */
  clock?: Clock;
  /** Receives a warning when the two clocks disagree. */
  log?: Logger;
  /** Called before the tables are created. If it throws, they are not. */
  onMissing?: (() => void) | undefined;
  onCommit?: OnCommit | undefined;
}

/**
 * Migrates the database to the newest schema first.
 * @throws PostgreSQL's error, the socket's, or an Error for the operator.
 */
export async function createPostgresStore(
  url: string,
  { clock = systemClock, log, onMissing, onCommit }: PostgresStoreOptions = {},
): Promise<Store> {
  await migrate(url, onMissing);
  const database = new PostgresDatabase(url, onCommit);
  const databaseClock = new DatabaseClock(database.keys, clock, log);
  try {
    await databaseClock.measure();
    const secrets = await database.keys.read<{ name: string; value: Buffer }>(READ_SECRETS);
    const cursorSecret = secrets.find(({ name }) => name === 'cursor')?.value;
    if (cursorSecret === undefined) throw new Error('the database has lost its cursor secret');
    if (secrets.some(({ name }) => name === 'copying')) {
      throw new Error('a copy into it has not ended: run the same `copy` again');
    }
    const keys = createKeyStore(database, databaseClock);
    const bind = (queries: Queries) => createResources(() => queries);
    const keyListener = listenForKeyChanges(url, keys.clearCache);
    return {
      ...createResources((table) => database.resource(table)),
      keys,
      counters: createCounterStore(database.counters, databaseClock),
      usage: createUsageStore(database),
      cursorSecret,
      imports: createImportStore(database, bind),
      once: createOnce(database, bind),
      ping: createHealthCheck(database, databaseClock),
      stats() {
        const pools = database.poolStats();
        const queueLength = Object.values(pools).reduce((sum, { waiting }) => sum + waiting, 0);
        return { queueLength, caches: { keys: keys.cacheStats }, pools };
      },
      broken: new Promise(() => {}), // never: PostgreSQL may recover from any failure
      async close() {
        databaseClock.close();
        await keyListener.close();
        await database.close();
      },
    };
  } catch (error) {
    databaseClock.close();
    await database.close();
    throw error;
  }
}

// PostgreSQL store: a sub-store for each resource, with connections of its own.
import { type Clock, systemClock } from '../../lib/clock.js';
import { prepareResources, type Schema } from '../schema.js';
import type { OpenOptions, Store } from '../store.js';
import { createCounterStore } from '../stores/counter-store.js';
import { createTransactions } from '../stores/idempotency-store.js';
import { createImportStore } from '../stores/import-store.js';
import { createKeyStore } from '../stores/key-store.js';
import { createUsageStore } from '../stores/usage-store.js';
import { createDatabaseClock } from './database-clock.js';
import { openPostgres } from './postgres-database.js';
import { createSecretLookups } from './postgres-find-secret.js';
import { createHealthCheck } from './postgres-health.js';
import { postgresRecords, shareTransactions } from './postgres-idempotency-records.js';
import { migrate } from './postgres-migrate.js';
import { createResource } from './postgres-resource-store.js';
import { createSql } from './postgres-sql.js';

export interface PostgresStoreOptions extends OpenOptions {
  /** This machine's clock, which is compared with the database's. */
  clock?: Clock;
}

/**
 * Migrates the database to the newest schema first.
 * @throws PostgreSQL's error, the socket's, or an Error for the operator.
 */
export async function createPostgresStore<Resources extends object>(
  url: string,
  schema: Schema<Resources>,
  { clock = systemClock, log, onMissing, onCommit }: PostgresStoreOptions = {},
): Promise<Store<Resources>> {
  await migrate(url, schema, onMissing);
  const database = openPostgres(url, onCommit);
  const databaseClock = createDatabaseClock(database.keys, clock, log);
  try {
    await databaseClock.measure();
    const resources = prepareResources(schema, (table) =>
      createResource(table, database.openTable(table)),
    );
    const channel = `${schema.name}_keys`;
    const sql = createSql(database, databaseClock, channel, resources);
    const secrets = createSecretLookups(database.keys, url, channel);
    return {
      ...resources(undefined),
      keys: createKeyStore(sql, secrets.find, secrets.clear),
      counters: createCounterStore(sql),
      usage: createUsageStore(sql),
      imports: createImportStore(sql),
      ...createTransactions(sql, postgresRecords, shareTransactions),
      ping: createHealthCheck(database, databaseClock),
      stats() {
        const waiting = database.waitingCalls();
        const queueLength = Object.values(waiting).reduce((sum, calls) => sum + calls, 0);
        return { queueLength, waiting };
      },
      broken: new Promise(() => {}), // never: PostgreSQL may recover from any failure
      async close() {
        databaseClock.close();
        await secrets.close();
        await database.close();
      },
    };
  } catch (error) {
    databaseClock.close();
    await database.close();
    throw error;
  }
}

// SQLite store: one connection, one write queue, and a sub-store for each resource.
import { StorageUnavailableError } from '../../model.js';
import { prepareResources, type Schema } from '../schema.js';
import type { OnCommit, Store } from '../store.js';
import { createCounterStore } from '../stores/counter-store.js';
import { createTransactions } from '../stores/idempotency-store.js';
import { createImportStore } from '../stores/import-store.js';
import { createKeyStore } from '../stores/key-store.js';
import { createUsageStore } from '../stores/usage-store.js';
import { readLastBackup } from './files/last-backup.js';
import { openDatabase } from './files/open-database.js';
import { createIdempotencyClock } from './idempotency-clock.js';
import { createConnection } from './sqlite-connection.js';
import { createHealth } from './sqlite-errors.js';
import { createFindSecret } from './sqlite-find-secret.js';
import { createRecords } from './sqlite-idempotency-records.js';
import { createResource } from './sqlite-resource-store.js';
import { createSql } from './sqlite-sql.js';

/** More than any request writes. */
const DISK_PROBE_BYTES = 65_536;

/** @param file A path, or `:memory:`. */
export function createSqliteStore<Resources extends object>(
  file: string,
  schema: Schema<Resources>,
  clock = createIdempotencyClock(),
  onCommit?: OnCommit,
): Store<Resources> {
  const database = openDatabase(file, schema);
  database.pragma('busy_timeout = 0'); // the queue waits for the write lock, so the event loop does not block
  database.pragma('wal_autocheckpoint = 0'); // the queue runs the checkpoints too
  const health = createHealth(file);
  const connection = createConnection(database, health, onCommit);
  const resources = prepareResources(schema, (table) => createResource(connection, table));
  const sql = createSql(connection, resources);

  async function probeDisk(): Promise<void> {
    const room = `INSERT OR REPLACE INTO secrets VALUES ('room', zeroblob(${DISK_PROBE_BYTES}))`;
    await connection.write(new Set(), () => database.exec(room));
    await connection.write(new Set(), () =>
      database.exec("DELETE FROM secrets WHERE name = 'room'"),
    );
    health.isDiskFull = false;
  }

  return {
    ...resources(undefined),
    keys: createKeyStore(sql, createFindSecret(connection)),
    counters: createCounterStore(sql),
    usage: createUsageStore(sql),
    imports: createImportStore(sql),
    ...createTransactions(sql, createRecords(database, clock)),
    async ping() {
      if (!database.open) throw new StorageUnavailableError('the database is closed');
      health.assertNotBroken();
      await connection.read(() => database.prepare("SELECT 1 FROM api_keys WHERE id = ''").get());
      connection.assertNotBlocked();
      if (health.isDiskFull) await probeDisk();
      return { warnings: [] };
    },
    stats: () => ({
      queueLength: connection.queueLength(),
      waiting: {},
      ...(file !== ':memory:' && { lastBackupMs: readLastBackup(file) }),
    }),
    broken: health.broken,
    close: connection.close,
  };
}

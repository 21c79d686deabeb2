// SQLite store: one connection, one write queue, and a sub-store for each resource.
import { createImportStore } from '../../import/import-store.js';
import { createKeyStore } from '../../keys/key-store.js';
import { StorageUnavailableError } from '../../model.js';
import { createUsageStore } from '../../usage/usage-store.js';
import { createCounterStore } from '../counter-store.js';
import { createOnce } from '../idempotency-store.js';
import { prepareResources, type Schema } from '../schema.js';
import type { OnCommit, Store } from '../store.js';
import { createConnection } from './connection.js';
import { createHealth } from './errors.js';
import { createFindSecret } from './find-secret.js';
import { createIdempotencyClock } from './idempotency-clock.js';
import { readLastBackup } from './last-backup.js';
import { openDatabase } from './open-database.js';
import { createSql } from './sql.js';
import { createRecords } from './stores/idempotency-records.js';
import { createResource } from './stores/resource-store.js';

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
    once: createOnce(sql, createRecords(database, clock)),
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

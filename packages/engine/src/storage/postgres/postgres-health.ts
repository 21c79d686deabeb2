// Health check of PostgreSQL: whether it can be read and written, and whether its settings make commits durable.
import { StorageFullError, StorageUnavailableError } from '../../model.js';
import type { StoreStatus } from '../store.js';
import type { DatabaseClock } from './database-clock.js';
import type { PostgresDatabase } from './postgres-database.js';

/** More than PostgreSQL extends a table by in one step. */
const FREE_SPACE_KB = 512;
const SPACE_CHECK_INTERVAL_MS = 2_000;

/**
 * Reads the table that every request reads. It writes nothing, because the row to lock does not exist, but a server
 * that has become a read-only replica rejects the statement. The settings are those of the server that answers now, so
 * the warnings change with a failover.
 */
const PING = `WITH writable AS (SELECT FROM api_keys WHERE id = '' FOR KEY SHARE)
  SELECT EXISTS (SELECT FROM writable), current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit`;
/** Fills a temporary table, so that our tables stay unchanged in any case. It is in the tablespace of `api_keys`. */
const CHECK_DISK_SPACE = `DO $$ BEGIN
  EXECUTE (
    SELECT 'CREATE TEMPORARY TABLE disk_check (filler text) ON COMMIT DROP'
      || coalesce(' TABLESPACE ' || quote_ident(spcname), '')
    FROM pg_class LEFT JOIN pg_tablespace ON pg_tablespace.oid = reltablespace
    WHERE pg_class.oid = 'api_keys'::regclass);
  INSERT INTO disk_check SELECT repeat('x', 1024) FROM generate_series(1, ${FREE_SPACE_KB});
END $$`;

/** By the setting that is off. */
const WARNINGS = {
  fsync: 'PostgreSQL runs with fsync = off: a crash of its machine can lose or corrupt data',
  full_page_writes:
    'PostgreSQL runs with full_page_writes = off: a crash of its machine can corrupt data',
  synchronous_commit:
    'PostgreSQL runs with synchronous_commit = off, as a pooler has dropped our setting: a crash can lose data',
};

/**
 * @returns a check that throws StorageUnavailableError while the database cannot be read or written, or a clock is wrong.
 */
export function createHealthCheck(
  database: PostgresDatabase,
  clock: DatabaseClock,
): () => Promise<StoreStatus> {
  let spaceCheckedMs = Number.NEGATIVE_INFINITY;

  /** Successful writes do not prove free space, because they may fit into pages that the tables already have. */
  async function checkDiskSpace(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - spaceCheckedMs < SPACE_CHECK_INTERVAL_MS) throw new StorageFullError('PostgreSQL');
    spaceCheckedMs = nowMs;
    try {
      await database.keys.write(CHECK_DISK_SPACE);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      // The role may not create temporary tables: the next write shows whether there is space.
    }
    database.isFull = false;
  }

  return async () => {
    const [settings] = await database.keys.read(PING);
    if (database.isFull) await checkDiskSpace();
    clock.assertSynchronized();
    const unsafe = Object.entries(WARNINGS).filter(([name]) => settings?.[name] === 'off');
    return { warnings: unsafe.map(([, warning]) => warning) };
  };
}

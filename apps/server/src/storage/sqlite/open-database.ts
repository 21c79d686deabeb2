// Owns the opening of the database file: its folder, its settings, its schema.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations.js';

export type SqliteDatabase = Database.Database;

const WAL_RETRIES = 500;
const WAL_RETRY_MS = 10;

/**
 * @param file A path, or `:memory:`. Made if it is not there, and brought to the newest schema.
 * @throws an Error for the operator that names the file; then it is as it was.
 */
export function openDatabase(file: string): SqliteDatabase {
  let database: SqliteDatabase | undefined;
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    database = new Database(file);
    database.defaultSafeIntegers(true); // 64-bit integers come back as bigint, never rounded
    database.pragma('synchronous = FULL'); // a commit that returned is on disk
    database.pragma('foreign_keys = ON');
    migrate(database);
    useWriteAheadLog(database); // only now: it is written into the file, which may be refused until here
    return database;
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot open the database ${file}: ${reason}`, { cause: error });
  }
}

function migrate(database: SqliteDatabase): void {
  if (readVersion(database) === MIGRATIONS.length) return; // without the write lock, which a server may want
  // Two processes may open a new file at once: the second finds the first one's work done.
  const upgrade = database.transaction(() => {
    for (const migration of MIGRATIONS.slice(readVersion(database))) database.exec(migration);
    database.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  upgrade.immediate();
}

function readVersion(database: SqliteDatabase): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length) {
    throw new Error(
      `it is of version ${version}, this program knows only ${MIGRATIONS.length}: use a newer program`,
    );
  }
  return version;
}

/** SQLite does not always wait here for a process that does the same at this moment, so we look again. */
function useWriteAheadLog(database: SqliteDatabase): void {
  for (let retries = WAL_RETRIES; ; retries -= 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || retries === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_RETRY_MS);
    }
  }
}

/**
 * Whether another process holds the lock that was needed. Told by the code: where the driver's module is loaded twice
 * in a process, as by a test runner, the class of its errors is that of the first copy.
 */
export function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY');
}

// Opening of a database file: its folder, permissions, pragmas and schema.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { findLoss } from './check-database.js';
import { isBusy } from './health.js';
import { MIGRATIONS } from './migrations.js';
import { createFile } from './raw-files.js';

export type SqliteDatabase = Database.Database;

const WAL_RETRIES = 500;
const WAL_RETRY_MS = 10;

/**
 * @param file A path, or `:memory:`. Created if it does not exist, and migrated to the newest schema.
 * @throws an Error for the operator that names the file. The file is then unchanged.
 */
export function openDatabase(file: string, migrations = MIGRATIONS): SqliteDatabase {
  let database: SqliteDatabase | undefined;
  try {
    if (file !== ':memory:') makeFile(file);
    database = new Database(file);
    database.defaultSafeIntegers(true); // integers are returned as bigint, never rounded
    database.pragma('synchronous = FULL'); // a commit that returned is on disk
    database.pragma('foreign_keys = ON');
    migrate(database, migrations);
    useWriteAheadLog(database); // last: it changes the file, which migrate may still reject
    return database;
  } catch (error) {
    database?.close();
    const reason = errorMessage(error);
    throw new Error(`cannot open the database ${file}: ${reason}`, { cause: error });
  }
}

/** As openDatabase, but only migrates the schema. */
export function migrateDatabase(file: string): { from: number; to: number } {
  let from = 0;
  if (existsSync(file)) {
    const database = new Database(file, { readonly: true });
    try {
      from = readVersion(database);
    } catch {
      // openDatabase reports the error below, with the file's name
    } finally {
      database.close();
    }
  }
  openDatabase(file).close();
  return { from, to: MIGRATIONS.length };
}

/** Only the owner may read the file, because it contains key hashes. SQLite gives the files beside it the same mode. */
function makeFile(file: string): void {
  const loss = findLoss(file);
  if (loss !== undefined) throw new Error(loss);
  mkdirSync(dirname(file), { recursive: true });
  createFile(file);
}

function migrate(database: SqliteDatabase, migrations: readonly string[]): void {
  if (readVersion(database, migrations) === migrations.length) return; // without the write lock: a server may need it
  // Two processes may open a new file at once: the second one finds that the first has migrated it.
  const upgrade = database.transaction(() => {
    for (const migration of migrations.slice(readVersion(database, migrations)))
      database.exec(migration);
    database.pragma(`user_version = ${migrations.length}`);
  });
  upgrade.immediate();
}

/** Number of applied migrations. @throws an Error if the database is newer than this program, or another program's. */
export function readVersion(database: SqliteDatabase, migrations = MIGRATIONS): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    throw new Error(
      `it is of version ${version}, this program knows only ${migrations.length}: use a newer program`,
    );
  }
  if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
    throw new Error('it belongs to another program');
  }
  return version;
}

/** Retries, because SQLite does not always wait for another process that switches the journal mode at the same time. */
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

// Owns the opening of the database file: its folder, its settings, its schema.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf } from '../../message-of.js';
import { findLoss } from './check-database.js';
import { isBusy } from './health.js';
import { MIGRATIONS } from './migrations.js';

export type SqliteDatabase = Database.Database;

const WAL_RETRIES = 500;
const WAL_RETRY_MS = 10;

/**
 * @param file A path, or `:memory:`. Made if it is not there, and brought to the newest schema.
 * @throws an Error for the operator that names the file; then it is as it was.
 */
export function openDatabase(file: string, migrations = MIGRATIONS): SqliteDatabase {
  let database: SqliteDatabase | undefined;
  try {
    if (file !== ':memory:') makeFile(file);
    database = new Database(file);
    database.defaultSafeIntegers(true); // 64-bit integers come back as bigint, never rounded
    database.pragma('synchronous = FULL'); // a commit that returned is on disk
    database.pragma('foreign_keys = ON');
    migrate(database, migrations);
    useWriteAheadLog(database); // only now: it is written into the file, which may be refused until here
    return database;
  } catch (error) {
    database?.close();
    const reason = messageOf(error);
    throw new Error(`cannot open the database ${file}: ${reason}`, { cause: error });
  }
}

/** As openDatabase, for its schema alone. */
export function migrateDatabase(file: string): { from: number; to: number } {
  let from = 0;
  if (existsSync(file)) {
    const database = new Database(file, { readonly: true });
    try {
      from = readVersion(database);
    } catch {
      // then opening it says what is wrong, and with which file
    } finally {
      database.close();
    }
  }
  openDatabase(file).close();
  return { from, to: MIGRATIONS.length };
}

/** Nobody but its owner may read it: it holds the hashes of keys. SQLite gives the files beside it the same mode. */
function makeFile(file: string): void {
  const loss = findLoss(file);
  if (loss !== undefined) throw new Error(loss);
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
}

function migrate(database: SqliteDatabase, migrations: readonly string[]): void {
  if (readVersion(database, migrations) === migrations.length) return; // without the write lock, which a server may want
  // Two processes may open a new file at once: the second finds the first one's work done.
  const upgrade = database.transaction(() => {
    for (const migration of migrations.slice(readVersion(database, migrations)))
      database.exec(migration);
    database.pragma(`user_version = ${migrations.length}`);
  });
  upgrade.immediate();
}

/** How many migrations the database has seen. @throws an Error if it is newer than this program, or not ours. */
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

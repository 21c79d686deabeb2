// Opening of a database file: its folder, permissions, pragmas and schema.
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { type CatalogColumn, checkSchema } from '../check-schema.js';
import { migrationsFor } from '../migrations.js';
import { findFileDamage } from './check-database.js';
import { isBusy } from './errors.js';

export type SqliteDatabase = Database.Database;

const MIGRATIONS = migrationsFor('sqlite');
const WAL_RETRIES = 500;
const WAL_RETRY_MS = 10;

/**
 * @param file A path, or `:memory:`. Created if it does not exist, and migrated to the newest schema.
 * @throws an Error for the operator that names the file. The file is then unchanged.
 */
export function openDatabase(file: string, migrations = MIGRATIONS): SqliteDatabase {
  return openAndMigrate(file, migrations).database;
}

/** As openDatabase, but only migrates the schema. */
export function migrateDatabase(file: string): { from: number; to: number } {
  const { database, from } = openAndMigrate(file, MIGRATIONS);
  database.close();
  return { from, to: MIGRATIONS.length };
}

function openAndMigrate(
  file: string,
  migrations: readonly string[],
): { database: SqliteDatabase; from: number } {
  let database: SqliteDatabase | undefined;
  try {
    if (file !== ':memory:') {
      const damage = findFileDamage(file);
      if (damage !== undefined) throw new Error(damage);
      ensureFile(file);
    }
    database = new Database(file);
    database.defaultSafeIntegers(true); // integers are returned as bigint, never rounded
    database.pragma('synchronous = FULL'); // a commit that returned is on disk
    database.pragma('foreign_keys = ON');
    const from = migrate(database, migrations);
    useWriteAheadLog(database); // last: it changes the file, which migrate may still reject
    return { database, from };
  } catch (error) {
    database?.close();
    const reason = errorMessage(error);
    throw new Error(`cannot open the database ${file}: ${reason}`, { cause: error });
  }
}

/**
 * Makes sure that the file exists and is readable and writable. Only the owner may read a new file, because it contains
 * key hashes; SQLite gives the files beside it the same mode. An existing file is not opened: closing a descriptor of it
 * would release all locks that this process has on it.
 * @throws the system's error.
 */
export function ensureFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  else closeSync(openSync(path, 'a', 0o600));
}

/** @returns the version before. */
function migrate(database: SqliteDatabase, migrations: readonly string[]): number {
  const from = readVersion(database, migrations);
  if (from === migrations.length) {
    checkSchema('sqlite', readCatalog(database));
    return from; // without the write lock: a server may need it
  }
  // Two processes may open a new file at once: the second one finds that the first has migrated it.
  const upgrade = database.transaction(() => {
    for (const migration of migrations.slice(readVersion(database, migrations)))
      database.exec(migration);
    database.pragma(`user_version = ${migrations.length}`);
    checkSchema('sqlite', readCatalog(database));
  });
  upgrade.immediate();
  return from;
}

function readCatalog(database: SqliteDatabase): CatalogColumn[] {
  const columns = database.prepare<[], Omit<CatalogColumn, 'isNullable'> & { required: bigint }>(
    `SELECT t.name AS "table", c.name AS name, upper(c.type) AS type, c."notnull" AS required
     FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
  );
  return columns
    .all()
    .map(({ required, ...column }) => ({ ...column, isNullable: required === 0n }));
}

/** Number of applied migrations. @throws an Error if the database is newer than this program, or another program's. */
export function readVersion(database: SqliteDatabase, migrations = MIGRATIONS): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    throw new Error(
      `its schema version ${version} is newer than ${migrations.length}, the newest that this program supports: upgrade the program`,
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

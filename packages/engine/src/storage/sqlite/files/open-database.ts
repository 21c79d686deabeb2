// Opening of a database file: its pragmas and schema.
import Database from 'better-sqlite3';
import { errorMessage } from '../../../lib/error-message.js';
import { type CatalogColumn, checkSchema } from '../../check-schema.js';
import { assertSupported, type Schema, STORE_ID, toMigrationError } from '../../schema.js';
import { type SqliteDatabase, withDatabase } from '../sqlite-database.js';
import { isBusy } from '../sqlite-errors.js';
import { findFileDamage } from './check-database.js';
import { ensureFile } from './store-files.js';

const WAL_RETRIES = 500;
const WAL_RETRY_MS = 10;

/**
 * @param file A path, or `:memory:`. Created if it does not exist, and migrated to the newest schema.
 * @throws an Error for the operator that names the file. The file is then unchanged.
 */
export function openDatabase(file: string, schema: Schema): SqliteDatabase {
  return openAndMigrate(file, schema).database;
}

/** As openDatabase, but only migrates the schema. @returns the version before. */
export function migrateDatabase(file: string, schema: Schema): number {
  const { database, from } = openAndMigrate(file, schema);
  database.close();
  return from;
}

function openAndMigrate(file: string, schema: Schema): { database: SqliteDatabase; from: number } {
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
    const from = migrate(database, schema);
    useWriteAheadLog(database); // last: it changes the file, which migrate may still reject
    return { database, from };
  } catch (error) {
    database?.close();
    const reason = errorMessage(error, file);
    throw new Error(`cannot open the database ${file}: ${reason}`, { cause: error });
  }
}

/** @returns the version before. */
function migrate(database: SqliteDatabase, schema: Schema): number {
  const from = readVersion(database, schema);
  if (from === schema.version) {
    checkSchema('sqlite', readCatalog(database), readNames(database), schema);
    return from; // without the write lock: a server may need it
  }
  // Two processes may open a new file at once: the second one finds that the first has migrated it.
  const upgrade = database.transaction(() => {
    const migrations = schema.migrationsFrom(readVersion(database, schema), 'sqlite');
    for (const [index, sql] of migrations.entries()) {
      try {
        database.exec(sql);
      } catch (error) {
        throw toMigrationError(schema, migrations, index, error);
      }
    }
    database.pragma(`user_version = ${schema.version}`);
    database.exec(`INSERT OR IGNORE INTO secrets VALUES ('${STORE_ID}', randomblob(32))`);
    checkSchema('sqlite', readCatalog(database), readNames(database), schema);
  });
  upgrade.immediate();
  return from;
}

export function readCatalog(database: SqliteDatabase): CatalogColumn[] {
  const columns = database.prepare<[], CatalogColumn>(
    `SELECT t.name AS "table", c.name AS name, upper(c.type) AS type, c."notnull" = 0 AS "isNullable"
     FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
  );
  return columns.all();
}

/** Of indexes and triggers. */
function readNames(database: SqliteDatabase): string[] {
  return database.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all();
}

export function readSchemaVersion(file: string, schema: Schema): number {
  return withDatabase(file, { readonly: true }, (database) => readVersion(database, schema));
}

/** @throws an Error if this program cannot use the version, or the database is another program's. */
function readVersion(database: SqliteDatabase, schema: Schema): number {
  const version = readUserVersion(database);
  assertSupported(version, schema);
  return version;
}

/** The version of the schema. 0: the database is new. @throws an Error if the database is another program's. */
export function readUserVersion(database: SqliteDatabase): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined)
    throw new Error('it belongs to another program');
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

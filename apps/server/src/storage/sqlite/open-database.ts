// Owns the opening of the database file: its folder, its settings, its schema.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { MIGRATIONS } from './migrations.js';

export type SqliteDatabase = Database.Database;

/** @param file A path, or `:memory:`. Made if it is not there, and brought to the newest schema. */
export function openDatabase(file: string): SqliteDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  try {
    database.defaultSafeIntegers(true); // 64-bit integers come back as bigint, never rounded
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL'); // a commit that returned is on disk
    database.pragma('foreign_keys = ON');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: SqliteDatabase): void {
  // Two processes may open a new file at once: the second finds the first one's work done.
  const upgrade = database.transaction(() => {
    const version = Number(database.pragma('user_version', { simple: true }));
    if (version > MIGRATIONS.length) {
      throw new Error(
        `the database is of version ${version}, this program knows only ${MIGRATIONS.length}: use a newer program`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    database.pragma(`user_version = ${MIGRATIONS.length}`);
  });
  upgrade.immediate();
}

// A database file, opened for one task beside the server's connection.
import Database from 'better-sqlite3';
import type { SqliteDatabase } from './open-database.js';

/** Runs `work`, and closes the database. The file must exist. */
export function withDatabase<T>(
  file: string,
  options: Database.Options,
  work: (database: SqliteDatabase) => T,
): T {
  const database = new Database(file, { fileMustExist: true, ...options });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

// Database file as better-sqlite3 opens it.
import Database from 'better-sqlite3';

/** A name for declarations, which cannot name the driver's type. */
export interface SqliteDatabase extends Database.Database {}

/** Runs `work` on a connection of its own, beside a server's. The file must exist. */
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

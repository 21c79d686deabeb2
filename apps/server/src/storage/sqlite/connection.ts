// What the sub-stores share: one connection, whose writes are committed in groups.
import type { SqliteDatabase } from './open-database.js';
import type { DataVersion } from './read-cache.js';

export interface Connection {
  database: SqliteDatabase;
  dataVersion: DataVersion;
  /** Runs `work` now. @throws StorageUnavailableError if the database cannot be read. */
  read<T>(work: () => T): T;
  /**
   * Runs `work` inside the next transaction. Resolves with its value once that is on disk. Rejects with the error that
   * `work` threw, or with a StorageUnavailableError if the write is not known to be on disk.
   */
  write<T>(work: () => T): Promise<T>;
}

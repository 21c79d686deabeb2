// What the sub-stores share: one connection, whose writes are committed in groups.
import type { SqliteDatabase } from './open-database.js';
import type { ReadCaches } from './read-cache.js';

export interface Connection {
  database: SqliteDatabase;
  caches: ReadCaches;
  /**
   * Runs `work` now, or at the end of the open transaction of a handler: nobody else reads what it has not committed.
   * @throws StorageUnavailableError if the database cannot be read.
   */
  read<T>(work: () => T): T | Promise<T>;
  /**
   * Runs `work` inside the next transaction. Resolves with its value once that is on disk. Rejects with the error that
   * `work` threw, or with a StorageUnavailableError if the write is not known to be on disk.
   * @param topics What `work` changes (read-cache.ts). What is cached on them is forgotten.
   */
  write<T>(topics: ReadonlySet<string>, work: () => T): Promise<T>;
  /**
   * As `write`, for work that awaits. It may await only what needs no event from outside the process.
   * @param work Adds the topics of its writes.
   */
  transact<T>(work: (written: Set<string>) => Promise<T>): Promise<T>;
}

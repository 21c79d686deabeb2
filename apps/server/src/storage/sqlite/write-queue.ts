// Group commit: writes queued in one tick of the event loop share a transaction and an fsync. Each write has its own
// savepoint, so a write that fails does not affect the others.
import { StorageUnavailableError } from '../../model.js';
import { type Health, isBusy } from './errors.js';
import type { SqliteDatabase } from './open-database.js';

/** How long a write waits for another process that holds the write lock, and how often it retries. */
const BUSY_TIMEOUT_MS = 2000;
const BUSY_RETRY_MS = 10;
/** After this wait, the server is unready. Longer than any operator command holds the lock. */
const BUSY_UNREADY_MS = 500;
/** About as many as fill the log with 1,000 pages, at which SQLite would run its own checkpoint. */
const CHECKPOINT_INTERVAL_COMMITS = 200;

interface QueuedWrite {
  /** Does the work. Returns a function that resolves the caller's promise, for the time when the value is on disk. */
  run(): () => void;
  reject(reason: unknown): void;
}

export class WriteQueue {
  readonly #database: SqliteDatabase;
  readonly #health: Health;
  readonly #runInSavepoint: (write: QueuedWrite) => () => void;
  readonly #commit: (writes: readonly QueuedWrite[]) => (() => void)[];
  #queued: QueuedWrite[] = [];
  #flushing: Promise<void> | undefined;
  /** When the current wait for the write lock began; undefined while there is none. */
  #waitingSinceMs: number | undefined;
  #commits = 0;

  constructor(database: SqliteDatabase, health: Health) {
    this.#database = database;
    this.#health = health;
    this.#runInSavepoint = database.transaction((write: QueuedWrite) => write.run());
    this.#commit = database.transaction((writes: readonly QueuedWrite[]) =>
      writes.map((write) => this.#run(write)),
    ).immediate;
  }

  /** See Connection.write. */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = () => {
        const value = work();
        return () => resolve(value);
      };
      this.#queued.push({ run, reject });
      this.#flushing ??= this.#flushSoon();
    });
  }

  /** @throws StorageUnavailableError while writes wait for another process that does not release the write lock. */
  assertNotBlocked(): void {
    const waitedMs = performance.now() - (this.#waitingSinceMs ?? Number.POSITIVE_INFINITY);
    if (waitedMs > BUSY_UNREADY_MS) {
      throw new StorageUnavailableError('another process holds the database');
    }
  }

  /** Resolves when every queued write has been committed or rejected. */
  async drain(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flushSoon(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const deadlineMs = performance.now() + BUSY_TIMEOUT_MS;
    while (!this.#flush(performance.now() >= deadlineMs)) {
      this.#waitingSinceMs ??= performance.now();
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
    this.#waitingSinceMs = undefined;
    this.#flushing = this.#queued.length > 0 ? this.#flushSoon() : undefined;
  }

  /** @returns false if another process holds the write lock. On the last try, it rejects the writes instead. */
  #flush(isLastTry: boolean): boolean {
    const writes = this.#queued;
    try {
      this.#health.assertNotBroken();
      // In an open transaction, the driver would only release a savepoint, and the writes would not be durable.
      if (this.#database.inTransaction) throw new Error('a transaction is still open');
      for (const settle of this.#commit(writes)) settle();
      this.#checkpoint();
    } catch (error) {
      if (isBusy(error) && !isLastTry) return false;
      const reason = this.#health.translate(error);
      const unavailable =
        reason instanceof StorageUnavailableError
          ? reason
          : new StorageUnavailableError('nothing was written', { cause: error });
      for (const write of writes) write.reject(unavailable);
    }
    this.#queued = [];
    return true;
  }

  #run(write: QueuedWrite): () => void {
    try {
      return this.#runInSavepoint(write);
    } catch (error) {
      const reason = this.#health.translate(error);
      // After a failure of the database, all writes of the transaction are rejected. It may be rolled back already.
      const hasFailed = reason instanceof StorageUnavailableError || !this.#database.inTransaction;
      if (hasFailed) throw error;
      return () => write.reject(reason);
    }
  }

  /** Copies the log into the database file. SQLite's automatic checkpoint would not report a failure. */
  #checkpoint(): void {
    this.#commits += 1;
    if (this.#commits % CHECKPOINT_INTERVAL_COMMITS !== 0) return;
    try {
      this.#database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      this.#health.translate(error);
    }
  }
}

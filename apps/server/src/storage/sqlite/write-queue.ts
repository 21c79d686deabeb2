// Group commit: writes queued in one tick of the event loop share a transaction and an fsync. Each write has its own
// savepoint, so a write that fails does not affect the others.
import { StorageUnavailableError } from '../../model.js';
import { type Health, isBusy } from './health.js';
import type { SqliteDatabase } from './open-database.js';

/** How long a write waits for another process that holds the write lock, and how often it retries. */
const BUSY_BUDGET_MS = 2000;
const BUSY_RETRY_MS = 10;
/** Longer than any operator command holds the lock. */
const STUCK_MS = 500;
/** About as many as fill the log with 1,000 pages, at which SQLite would run its own checkpoint. */
const COMMITS_A_CHECKPOINT = 200;

interface Job {
  /** Does the work. Returns a function that resolves the caller's promise, for the time when the value is on disk. */
  attempt: () => Settle;
  reject: (reason: unknown) => void;
}

type Settle = () => void;

export class WriteQueue {
  readonly #database: SqliteDatabase;
  readonly #health: Health;
  readonly #beginJob: { run(): unknown };
  readonly #endJob: { run(): unknown };
  #jobs: Job[] = [];
  #flushing: Promise<void> | undefined;
  /** When the current wait for the write lock began; undefined while there is none. */
  #waitingSinceMs: number | undefined;
  #commits = 0;

  constructor(database: SqliteDatabase, health: Health) {
    this.#database = database;
    this.#health = health;
    this.#beginJob = database.prepare('SAVEPOINT job');
    this.#endJob = database.prepare('RELEASE job');
  }

  /**
   * Runs `work` inside the next transaction. Resolves with its value once that is on disk. Rejects with the error that
   * `work` threw.
   * @throws StorageUnavailableError if the write is not known to be on disk.
   */
  run<T>(work: () => T): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      const attempt = () => {
        const value = work();
        return () => resolve(value);
      };
      this.#jobs.push({ attempt, reject });
    });
    this.#flushing ??= this.#flushSoon();
    return done;
  }

  /** @throws StorageUnavailableError while writes wait for another process that does not release the write lock. */
  assertMoving(): void {
    const waitedMs = performance.now() - (this.#waitingSinceMs ?? Number.POSITIVE_INFINITY);
    if (waitedMs > STUCK_MS)
      throw new StorageUnavailableError('another process holds the database');
  }

  /** Resolves when every queued write has been committed or rejected. */
  async drain(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flushSoon(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const deadlineMs = performance.now() + BUSY_BUDGET_MS;
    while (!this.#flush(performance.now() >= deadlineMs)) {
      this.#waitingSinceMs ??= performance.now();
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
    this.#waitingSinceMs = undefined;
    this.#flushing = this.#jobs.length > 0 ? this.#flushSoon() : undefined;
  }

  /** @returns false if another process holds the write lock. With `lastChance`, it rejects the writes instead. */
  #flush(lastChance: boolean): boolean {
    let settles: Settle[];
    try {
      this.#health.assertSound();
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (isBusy(error) && !lastChance) return false;
      this.#refuseAll(this.#take(), error);
      return true;
    }
    const jobs = this.#take();
    try {
      settles = jobs.map((job) => this.#attempt(job));
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#refuseAll(jobs, error);
      this.#rollBack();
      return true;
    }
    for (const settle of settles) settle();
    this.#checkpoint();
    return true;
  }

  #attempt(job: Job): Settle {
    this.#beginJob.run();
    try {
      const settle = job.attempt();
      this.#endJob.run();
      return settle;
    } catch (error) {
      // A full disk or an I/O error may roll back the whole transaction, and the savepoint with it.
      if (!this.#database.inTransaction) throw error;
      this.#database.exec('ROLLBACK TO job; RELEASE job');
      const reason = this.#health.judge(error);
      if (reason instanceof StorageUnavailableError) throw error; // the database has failed, not this write
      return () => job.reject(reason);
    }
  }

  /** Copies the log into the database file. SQLite's automatic checkpoint would not report a failure. */
  #checkpoint(): void {
    this.#commits += 1;
    if (this.#commits % COMMITS_A_CHECKPOINT !== 0) return;
    try {
      this.#database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      this.#health.judge(error);
    }
  }

  #rollBack(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    } catch (error) {
      this.#health.judge(error);
    }
  }

  #take(): Job[] {
    const jobs = this.#jobs;
    this.#jobs = [];
    return jobs;
  }

  #refuseAll(jobs: readonly Job[], cause: unknown): void {
    const judged = this.#health.judge(cause);
    const reason =
      judged instanceof StorageUnavailableError
        ? judged
        : new StorageUnavailableError('nothing was written', { cause });
    for (const job of jobs) job.reject(reason);
  }
}

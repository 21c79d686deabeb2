// Owns all writing: what one turn of the event loop asks for is written in one transaction and reaches the disk with
// one flush. Each piece has a savepoint of its own, so that one that fails takes nothing else with it.
import { StorageUnavailable } from '../store.js';
import { type Health, isBusy } from './health.js';
import type { SqliteDatabase } from './open-database.js';

/** How long a write waits for another process that holds the write lock, and how often it looks. */
const BUSY_BUDGET_MS = 2000;
const BUSY_RETRY_MS = 10;
/** Longer than any command of the operator holds the lock. */
const STUCK_MS = 500;
/** About as many as fill the log with the thousand pages after which SQLite would do it. */
const COMMITS_A_CHECKPOINT = 200;

interface Job {
  /** Does the work. Returns what tells its caller the value, for when that is on disk. */
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
  /** Since when the lock is waited for. */
  #waitingSinceMs: number | undefined;
  #commits = 0;

  constructor(database: SqliteDatabase, health: Health) {
    this.#database = database;
    this.#health = health;
    this.#beginJob = database.prepare('SAVEPOINT job');
    this.#endJob = database.prepare('RELEASE job');
  }

  /**
   * Runs `work` inside the next transaction. Resolves with its value once that is on disk; rejects with what it threw.
   * @throws StorageUnavailable if it is not known to be on disk.
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

  /** @throws StorageUnavailable while writes wait for another process that does not let go of the database. */
  assertMoving(): void {
    const waitedMs = performance.now() - (this.#waitingSinceMs ?? Number.POSITIVE_INFINITY);
    if (waitedMs > STUCK_MS) throw new StorageUnavailable('another process holds the database');
  }

  /** Resolves when everything asked for so far is written or refused. */
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

  /** False if the write lock is taken: try again, unless it was the last chance. */
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
      // A full disk or an I/O error may end the whole transaction: then there is no savepoint to return to.
      if (!this.#database.inTransaction) throw error;
      this.#database.exec('ROLLBACK TO job; RELEASE job');
      const reason = this.#health.judge(error);
      if (reason instanceof StorageUnavailable) throw error; // it is not this piece that is at fault
      return () => job.reject(reason);
    }
  }

  /** Copies the log into the database file. SQLite would do so by itself, but keep to itself that it could not. */
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
      judged instanceof StorageUnavailable
        ? judged
        : new StorageUnavailable('nothing was written', { cause });
    for (const job of jobs) job.reject(reason);
  }
}

// Group commit: writes queued in one tick of the event loop share a transaction and an fsync. Each write has its own
// savepoint, so a write that fails does not affect the others.
//
// A group of synchronous writes runs at once. In a group with the transaction of a handler, the writes run one after the
// other, and reads from outside wait for its end (`openTransaction`).
import { StorageUnavailableError } from '../../model.js';
import type { OnCommit } from '../store.js';
import { type Health, isBusy } from './errors.js';
import type { SqliteDatabase } from './open-database.js';

/** How long a write waits for another process that holds the write lock, and how often it retries. */
const BUSY_TIMEOUT_MS = 2000;
const BUSY_RETRY_MS = 10;
/** After this wait, the server is unready. Longer than any operator command holds the lock. */
const BUSY_UNREADY_MS = 500;
/** About as many as fill the log with 1,000 pages, at which SQLite would run its own checkpoint. */
const CHECKPOINT_INTERVAL_COMMITS = 200;

/** Settles the caller's promise, when the value is on disk. */
type Settle = () => void;

interface QueuedWrite {
  /** The topics of what it changes (read-cache.ts). The transaction of a handler adds them while it runs. */
  topics: ReadonlySet<string>;
  work: { kind: 'sync'; run(): Settle } | { kind: 'async'; run(): Promise<Settle> };
  reject(reason: unknown): void;
}

export class WriteQueue {
  readonly #database: SqliteDatabase;
  readonly #health: Health;
  readonly #onWritten: (topics: ReadonlySet<string>) => void;
  readonly #onCommit: OnCommit;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #runInSavepoint: (run: () => Settle) => Settle;
  readonly #commit: (writes: readonly QueuedWrite[]) => Settle[];
  #queued: QueuedWrite[] = [];
  #flushing: Promise<void> | undefined;
  #openTransaction: Promise<unknown> | undefined;
  /** When the current wait for the write lock began; undefined while there is none. */
  #waitingSinceMs: number | undefined;
  #commits = 0;

  /** @param onWritten Called with the topics of each write, before its promise is settled. */
  constructor(
    database: SqliteDatabase,
    health: Health,
    onWritten: (topics: ReadonlySet<string>) => void = () => {},
    onCommit: OnCommit = () => {},
  ) {
    this.#database = database;
    this.#health = health;
    this.#onWritten = onWritten;
    this.#onCommit = onCommit;
    this.#sql = prepareStatements(database);
    this.#runInSavepoint = database.transaction((run: () => Settle) => run());
    this.#commit = database.transaction((writes: readonly QueuedWrite[]) =>
      writes.map((write) =>
        write.work.kind === 'sync' ? this.#run(write, write.work.run) : () => {},
      ),
    ).immediate;
  }

  /** The number of writes that wait for a transaction. */
  get length(): number {
    return this.#queued.length;
  }

  /** Resolves when the transaction of a handler ends; undefined if there is none. Nothing else may be read before. */
  get openTransaction(): Promise<unknown> | undefined {
    return this.#openTransaction;
  }

  /** See Connection.write. */
  run<T>(topics: ReadonlySet<string>, work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = () => {
        const value = work();
        return () => resolve(value);
      };
      this.#add({ topics, work: { kind: 'sync', run }, reject });
    });
  }

  /** See Connection.transact. */
  transact<T>(work: (written: Set<string>) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const topics = new Set<string>();
      const run = async () => {
        const value = await work(topics);
        return () => resolve(value);
      };
      this.#add({ topics, work: { kind: 'async', run }, reject });
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

  #add(write: QueuedWrite): void {
    this.#queued.push(write);
    this.#flushing ??= this.#flushSoon();
  }

  async #flushSoon(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const deadlineMs = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      const flushed = this.#flush(performance.now() >= deadlineMs);
      if (typeof flushed === 'boolean' ? flushed : await flushed) break;
      this.#waitingSinceMs ??= performance.now();
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
    this.#waitingSinceMs = undefined;
    this.#flushing = this.#queued.length > 0 ? this.#flushSoon() : undefined;
  }

  /** @returns false if another process holds the write lock. On the last try, it rejects the writes instead. */
  #flush(isLastTry: boolean): boolean | Promise<boolean> {
    const writes = this.#queued;
    this.#queued = [];
    const startMs = performance.now();
    const succeed = (settles: readonly Settle[]) => {
      this.#onCommit(performance.now() - startMs);
      return this.#settle(settles);
    };
    const fail = (error: unknown) => this.#fail(writes, error, isLastTry);
    try {
      this.#health.assertNotBroken();
      // In an open transaction, the driver would only release a savepoint, and the writes would not be durable.
      if (this.#database.inTransaction) throw new Error('a transaction is still open');
      if (writes.some(({ work }) => work.kind === 'async'))
        return this.#commitOneByOne(writes).then(succeed, fail);
      const settles = this.#commit(writes);
      for (const { topics } of writes) this.#onWritten(topics);
      return succeed(settles);
    } catch (error) {
      return fail(error);
    }
  }

  #settle(settles: readonly Settle[]): true {
    for (const settle of settles) settle();
    this.#checkpoint();
    return true;
  }

  #fail(writes: QueuedWrite[], error: unknown, isLastTry: boolean): boolean {
    if (isBusy(error) && !isLastTry) {
      this.#queued = [...writes, ...this.#queued];
      return false;
    }
    const reason = this.#health.translate(error);
    const unavailable =
      reason instanceof StorageUnavailableError
        ? reason
        : new StorageUnavailableError('nothing was written', { cause: error });
    for (const write of writes) write.reject(unavailable);
    return true;
  }

  async #commitOneByOne(writes: readonly QueuedWrite[]): Promise<Settle[]> {
    this.#sql.begin.run();
    let end: () => void = () => {};
    this.#openTransaction = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      const settles: Settle[] = [];
      for (const write of writes) {
        const { kind, run } = write.work;
        settles.push(kind === 'sync' ? this.#run(write, run) : await this.#runAsync(write, run));
      }
      this.#sql.commit.run();
      return settles;
    } catch (error) {
      if (this.#database.inTransaction) this.#sql.rollBack.run();
      throw error;
    } finally {
      for (const { topics } of writes) this.#onWritten(topics);
      this.#openTransaction = undefined;
      end();
    }
  }

  #run(write: QueuedWrite, run: () => Settle): Settle {
    try {
      return this.#runInSavepoint(run);
    } catch (error) {
      return this.#refuse(write, error);
    }
  }

  async #runAsync(write: QueuedWrite, run: () => Promise<Settle>): Promise<Settle> {
    this.#sql.beginHandler.run();
    try {
      const settle = await run();
      this.#sql.endHandler.run();
      return settle;
    } catch (error) {
      const settle = this.#refuse(write, error);
      this.#sql.rollBackHandler.run();
      this.#sql.endHandler.run();
      return settle;
    }
  }

  /** @throws `error` after a failure of the database: all writes of the transaction are then rejected. */
  #refuse(write: QueuedWrite, error: unknown): Settle {
    const reason = this.#health.translate(error);
    // The transaction may be rolled back already.
    const hasFailed = reason instanceof StorageUnavailableError || !this.#database.inTransaction;
    if (hasFailed) throw error;
    return () => write.reject(reason);
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

function prepareStatements(database: SqliteDatabase) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollBack: database.prepare('ROLLBACK'),
    beginHandler: database.prepare('SAVEPOINT handler'),
    endHandler: database.prepare('RELEASE handler'),
    rollBackHandler: database.prepare('ROLLBACK TO handler'),
  };
}

// Connection of the store: reads at once, and group commit: writes queued in one tick of the event loop share a transaction
// and an fsync. Each write has its own savepoint, so a write that fails does not affect the others.
//
// The writes of a group run one after the other. That of a handler awaits its statements: reads from outside wait for the end
// of the transaction, because nobody else reads what it has not committed. So a handler that waited for one of them would wait
// forever, and is stopped after a time.
import { atTurnEnd } from '../../lib/event-loop-turn.js';
import { StorageUnavailableError } from '../../model.js';
import { TransactionEndedError } from '../sql.js';
import type { OnCommit } from '../store.js';
import { createReadCaches } from './read-cache.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { type Health, isBusy } from './sqlite-errors.js';

/** How long a write waits for another process that holds the write lock, and how often it retries. */
const BUSY_TIMEOUT_MS = 2000;
const BUSY_RETRY_MS = 10;
/** After this wait, the server is unready. Longer than any operator command holds the lock. */
const BUSY_UNREADY_MS = 500;
/** As many as SQLite would run its own checkpoint at: a request that waits for one waits for milliseconds. */
const CHECKPOINT_PAGES = 1_000;
/** How often the log is measured. A batch of a sweep changes about 100 pages. */
const CHECKPOINT_INTERVAL_COMMITS = 5;

/** How long a handler may keep the transaction open. PostgreSQL ends one that is idle for as long. */
const TRANSACTION_TIMEOUT_MS = 3_000;
const UNENDED =
  'a transaction did not end within 3 s: it may await only the store that it is given, not the one outside';

/** What a handler writes in the transaction of its group. */
export interface OpenTransaction {
  /** The topics of what it has changed (read-cache.ts). */
  readonly topics: Set<string>;
  /** @throws an Error after its end. */
  assertOpen(): void;
}

/** Settles the caller's promise, when the value is on disk. */
type Settle = () => void;

interface QueuedWrite {
  /** The topics of what it changes (read-cache.ts). */
  topics: ReadonlySet<string>;
  run(): Promise<Settle>;
  reject(reason: unknown): void;
}

export type Connection = ReturnType<typeof createConnection>;

export function createConnection(
  database: SqliteDatabase,
  health: Health,
  onCommit: OnCommit = () => {},
) {
  const caches = createReadCaches(database);
  const sql = {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollBack: database.prepare('ROLLBACK'),
    beginWrite: database.prepare('SAVEPOINT write'),
    endWrite: database.prepare('RELEASE write'),
    rollBackWrite: database.prepare('ROLLBACK TO write'),
    measureLog: database.prepare<[], { log: bigint; checkpointed: bigint }>(
      'PRAGMA wal_checkpoint(NOOP)',
    ),
  };
  let queued: QueuedWrite[] = [];
  let flushing: Promise<void> | undefined;
  let openTransaction: Promise<void> | undefined;
  /** When the current wait for the write lock began; undefined while there is none. */
  let waitingSinceMs: number | undefined;
  let commits = 0;

  async function flushSoon(): Promise<void> {
    await new Promise<void>((resolve) => atTurnEnd('commit', resolve));
    const deadlineMs = performance.now() + BUSY_TIMEOUT_MS;
    while (!(await flush(performance.now() >= deadlineMs))) {
      waitingSinceMs ??= performance.now();
      await new Promise((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
    }
    waitingSinceMs = undefined;
    flushing = queued.length > 0 ? flushSoon() : undefined;
  }

  /** @returns false if another process holds the write lock. On the last try, it rejects the writes instead. */
  async function flush(isLastTry: boolean): Promise<boolean> {
    const writes = queued;
    queued = [];
    const startMs = performance.now();
    try {
      const settles = await commit(writes);
      onCommit(performance.now() - startMs);
      for (const settle of settles) settle();
      checkpoint();
    } catch (error) {
      if (isBusy(error) && !isLastTry) {
        queued = [...writes, ...queued];
        return false;
      }
      const reason = health.translate(error);
      const unavailable =
        reason instanceof StorageUnavailableError
          ? reason
          : new StorageUnavailableError('nothing was written', { cause: error });
      for (const write of writes) write.reject(unavailable);
    }
    return true;
  }

  async function commit(writes: readonly QueuedWrite[]): Promise<Settle[]> {
    health.assertNotBroken();
    sql.begin.run(); // fails in an open transaction, as after a rollback that failed
    let end = () => {};
    openTransaction = new Promise<void>((resolve) => {
      end = resolve;
    });
    try {
      const settles: Settle[] = [];
      for (const write of writes) settles.push(await runInSavepoint(write));
      sql.commit.run();
      return settles;
    } catch (error) {
      if (database.inTransaction) sql.rollBack.run();
      throw error;
    } finally {
      for (const { topics } of writes) caches.forget(topics);
      openTransaction = undefined;
      end();
    }
  }

  /** @throws after a failure of the database: all writes of the transaction are then rejected. */
  async function runInSavepoint({ run, reject }: QueuedWrite): Promise<Settle> {
    sql.beginWrite.run();
    try {
      const settle = await run();
      sql.endWrite.run();
      return settle;
    } catch (error) {
      const reason = health.translate(error);
      // The transaction may be rolled back already.
      const hasFailed = reason instanceof StorageUnavailableError || !database.inTransaction;
      if (hasFailed) throw error;
      sql.rollBackWrite.run();
      sql.endWrite.run();
      return () => reject(reason);
    }
  }

  /** Copies the log into the database file. SQLite's automatic checkpoint would not report a failure. */
  function checkpoint(): void {
    commits += 1;
    if (commits % CHECKPOINT_INTERVAL_COMMITS !== 0) return;
    try {
      const { log = 0n, checkpointed = 0n } = sql.measureLog.get() ?? {};
      if (log - checkpointed >= CHECKPOINT_PAGES) database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      health.translate(error);
    }
  }

  /** Runs `work` now, or after the open transaction. @throws StorageUnavailableError if the database cannot be read. */
  function read<T>(work: () => T): T | Promise<T> {
    if (openTransaction !== undefined) return openTransaction.then(() => read(work));
    try {
      return work();
    } catch (error) {
      throw health.translate(error);
    }
  }

  function write<T>(topics: ReadonlySet<string>, work: () => T | Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = async () => {
        const value = await work();
        return () => resolve(value);
      };
      queued.push({ topics, run, reject });
      flushing ??= flushSoon();
    });
  }

  return {
    database,
    caches,
    read,
    /** The number of writes that wait for a transaction. */
    queueLength: () => queued.length,
    /**
     * Runs `work` inside the next transaction. Resolves with its value once that is on disk. Rejects with the error that
     * `work` threw, or with a StorageUnavailableError if the write is not known to be on disk.
     * @param topics What `work` changes. What is cached on them is forgotten.
     */
    write: <T>(topics: ReadonlySet<string>, work: () => T): Promise<T> => write(topics, work),
    /**
     * As `write`, with several statements.
     * @param topic Of what `work` changes. The resources add theirs.
     * @param work It may await only what needs no event from outside the process.
     */
    transaction<T>(topic: string, work: (open: OpenTransaction) => Promise<T>): Promise<T> {
      let hasEnded = false;
      const open: OpenTransaction = {
        topics: new Set([topic]),
        assertOpen() {
          if (hasEnded) throw new TransactionEndedError();
        },
      };
      return write(open.topics, async () => {
        let timer: NodeJS.Timeout | undefined;
        const expired = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error(UNENDED)), TRANSACTION_TIMEOUT_MS);
        });
        try {
          return await Promise.race([work(open), expired]);
        } finally {
          hasEnded = true;
          clearTimeout(timer);
        }
      });
    },
    /** @throws StorageUnavailableError while writes wait for another process that does not release the write lock. */
    assertNotBlocked(): void {
      const waitedMs = performance.now() - (waitingSinceMs ?? Number.POSITIVE_INFINITY);
      if (waitedMs > BUSY_UNREADY_MS) {
        throw new StorageUnavailableError('another process holds the database');
      }
    },
    /** Closes the database when every queued write has been committed or rejected. */
    async close(): Promise<void> {
      while (flushing) await flushing;
      database.close();
    },
  };
}

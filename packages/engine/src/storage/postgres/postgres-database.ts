// PostgreSQL database: connection pools, so that a locked table does not block requests to others.
import type pg from 'pg';
import { StorageFullError } from '../../model.js';
import type { StoredRow } from '../columns.js';
import { type Sql, STREAM_BATCH_SIZE, type TransactionSql } from '../sql.js';
import type { OnCommit } from '../store.js';
import type { Table } from '../table.js';
import { createPipelinedPool, type PipelinedPool } from './pool/pipelined-pool.js';
import {
  clientConfig,
  closeClient,
  connectForMaintenance,
  QUERY_TIMEOUT_MS,
} from './pool/postgres-client.js';
import { toStorageError } from './pool/postgres-errors.js';
import { createTransactionPool } from './pool/transaction-pool.js';

/**
 * Maximum number of connections in each pool; docs/operate/scaling.md adds them up. Tables do not share a pool, so that a lock
 * on a table delays only its own queries. Keys and counters are written rarely.
 */
const POOL_SIZES = { keys: 1, counters: 1, transactions: 5 };
/** For a table of the schema. */
const TABLE_POOL_SIZE = 1;
/**
 * Reads must not wait behind a commit, so busy tables have another pool for writes. It has several connections, because
 * concurrent commits share an fsync.
 */
const BUSY_TABLE_POOL_SIZES = { reads: 2, writes: 3 };
/** Shorter than QUERY_TIMEOUT_MS: PostgreSQL cancels a statement first, so that it is certainly rolled back. */
const STATEMENT_TIMEOUT_MS = 1_800;
/** How long a request waits for a row lock or a table lock. */
const LOCK_TIMEOUT_MS = 1_000;

export type PostgresDatabase = ReturnType<typeof openPostgres>;

/** Connections are opened on demand. */
export function openPostgres(url: string, onCommit: OnCommit = () => {}) {
  const config: pg.ClientConfig = {
    ...clientConfig(url),
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    pipeline: true,
  };
  const pools = new Map<string, PipelinedPool>();

  async function convertErrors<T>(query: Promise<T>): Promise<T> {
    try {
      return await query;
    } catch (error) {
      const storageError = toStorageError(error);
      database.isFull ||= storageError instanceof StorageFullError;
      throw storageError;
    }
  }

  /** Reports the duration of a transaction that is committed. */
  async function timed<T>(transaction: Promise<T>): Promise<T> {
    const startMs = performance.now();
    const result = await transaction;
    onCommit(performance.now() - startMs);
    return result;
  }

  function open(name: string, size: number): PipelinedPool {
    const pool = createPipelinedPool(config, size);
    pools.set(name, pool);
    return pool;
  }

  function toSql(readPool: PipelinedPool, writePool = readPool): Sql {
    return {
      read: (text, values = []) => convertErrors(readPool.query(text, values)),
      write: (text, values = []) => timed(convertErrors(writePool.query(text, values))),
    };
  }

  const transactions = createTransactionPool(config, POOL_SIZES.transactions, convertErrors);
  const database = {
    keys: toSql(open('keys', POOL_SIZES.keys)),
    counters: toSql(open('counters', POOL_SIZES.counters)),
    /** The statements on a table of the schema. Called once for each. */
    openTable({ name, isBusy }: Table): Sql {
      if (!isBusy) return toSql(open(name, TABLE_POOL_SIZE));
      const { reads, writes } = BUSY_TABLE_POOL_SIZES;
      return toSql(open(`${name}_reads`, reads), open(`${name}_writes`, writes));
    },
    /** Whether a write has failed on a full disk, and no health check has reset it since. */
    isFull: false,
    /**
     * Runs several statements in one transaction. Each sees what other transactions committed before it began. The
     * transaction is rolled back if `work` throws, and may be repeated. @throws StorageUnavailableError as `Sql.write`
     * does.
     */
    transaction: <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
      timed(transactions.run(work)),
    /** As `transaction`, as if no other ran at the same time. */
    serializable: <T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
      timed(transactions.runSerializable(work)),
    /** See SqlStore. */
    async *stream(text: string, values: readonly unknown[]): AsyncGenerator<StoredRow[]> {
      const client = await connectForMaintenance(url);
      try {
        await client.query('BEGIN READ ONLY');
        await client.query(`DECLARE stream NO SCROLL CURSOR WITH HOLD FOR ${text}`, [...values]);
        await client.query('COMMIT'); // the cursor then has its rows, and no snapshot
        for (;;) {
          const { rows } = await client.query(`FETCH ${STREAM_BATCH_SIZE} FROM stream`);
          if (rows.length === 0) return;
          yield rows;
        }
      } finally {
        await closeClient(client);
      }
    },
    /** By the name of the pool. */
    waitingCalls(): Readonly<Record<string, number>> {
      const all = [...pools, ['transactions', transactions] as const];
      return Object.fromEntries(all.map(([name, pool]) => [name, pool.waitingCalls()]));
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values(), transactions].map((pool) => pool.close()));
    },
  };
  return database;
}

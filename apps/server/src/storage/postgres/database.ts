// PostgreSQL database: connection pools, so that a locked table does not block requests to others.
import type pg from 'pg';
import { StorageFullError } from '../../model.js';
import type { Sql } from '../sql.js';
import type { OnCommit, PoolStats } from '../store.js';
import type { Table } from '../table.js';
import { clientConfig, QUERY_TIMEOUT_MS } from './client.js';
import { toStorageError } from './errors.js';
import { PipelinedPool } from './pipelined-pool.js';
import { TransactionPool } from './transaction-pool.js';

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

export class PostgresDatabase {
  readonly keys: Sql;
  readonly counters: Sql;
  /** By the name of the table. */
  readonly resources: ReadonlyMap<string, Sql>;
  /** Whether a write has failed on a full disk, and no health check has reset it since. */
  isFull = false;
  readonly #pools = new Map<string, PipelinedPool>();
  readonly #onCommit: OnCommit;
  readonly #transactions: TransactionPool;

  constructor(url: string, tables: readonly Table[], onCommit: OnCommit = () => {}) {
    this.#onCommit = onCommit;
    const config: pg.ClientConfig = {
      ...clientConfig(url),
      query_timeout: QUERY_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      pipeline: true,
    };
    const open = (name: string, size: number): PipelinedPool => {
      const pool = new PipelinedPool(config, size);
      this.#pools.set(name, pool);
      return pool;
    };
    const openFor = ({ name, isBusy }: Table): Sql => {
      if (!isBusy) return this.#sql(open(name, TABLE_POOL_SIZE));
      const { reads, writes } = BUSY_TABLE_POOL_SIZES;
      return this.#sql(open(`${name}_reads`, reads), open(`${name}_writes`, writes));
    };
    this.keys = this.#sql(open('keys', POOL_SIZES.keys));
    this.counters = this.#sql(open('counters', POOL_SIZES.counters));
    this.resources = new Map(tables.map((table) => [table.name, openFor(table)]));
    this.#transactions = new TransactionPool(config, POOL_SIZES.transactions, (query) =>
      this.#convertErrors(query),
    );
  }

  /** The queries on a table of the schema. */
  resource({ name }: Table): Sql {
    const queries = this.resources.get(name);
    if (queries === undefined) throw new Error(`there is no table ${name}`);
    return queries;
  }

  /**
   * Runs several statements in one transaction. Each sees what other transactions committed before it began. The
   * transaction is rolled back if `work` throws, and may be repeated. @throws StorageUnavailableError as `Sql.write`
   * does.
   */
  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#timed(this.#transactions.run((send) => work({ read: send, write: send })));
  }

  /** By the name of the pool. */
  poolStats(): Readonly<Record<string, PoolStats>> {
    const pools = [...this.#pools, ['transactions', this.#transactions] as const];
    return Object.fromEntries(pools.map(([name, pool]) => [name, pool.stats()]));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values(), this.#transactions].map((pool) => pool.close()));
  }

  #sql(readPool: PipelinedPool, writePool = readPool): Sql {
    return {
      read: (text, values = []) => this.#convertErrors(readPool.query(text, values)),
      write: (text, values = []) => this.#timed(this.#convertErrors(writePool.query(text, values))),
    };
  }

  /** Reports the duration of a transaction that is committed. */
  async #timed<T>(transaction: Promise<T>): Promise<T> {
    const startMs = performance.now();
    const result = await transaction;
    this.#onCommit(performance.now() - startMs);
    return result;
  }

  async #convertErrors<T>(query: Promise<T>): Promise<T> {
    try {
      return await query;
    } catch (error) {
      const storageError = toStorageError(error);
      this.isFull ||= storageError instanceof StorageFullError;
      throw storageError;
    }
  }
}

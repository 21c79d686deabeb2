// PostgreSQL database: connection pools, so that a locked table does not block requests to others.
import pg from 'pg';
import { StorageFullError } from '../../model.js';
import { clientConfig, closeClient, connectClient, QUERY_TIMEOUT_MS } from './client.js';
import { toStorageError } from './errors.js';
import { PipelinedPool, type Statement } from './pipelined-pool.js';

/**
 * Maximum number of connections in each pool; docs/scaling.md adds them up. Tables do not share a pool, so that a lock
 * on a table delays only its own queries. Keys, orders and counters are written rarely, or by the command line.
 */
const POOL_SIZES = {
  keys: 1,
  petReads: 2,
  /**
   * Separate from the reads, which must not wait behind a commit. Several, because concurrent commits share an fsync.
   */
  petWrites: 3,
  idempotency: 5,
  orders: 1,
  counters: 1,
};
/** Shorter than QUERY_TIMEOUT_MS: PostgreSQL cancels a statement first, so that it is certainly rolled back. */
const STATEMENT_TIMEOUT_MS = 1_800;
/** How long a request waits for a row lock or a table lock. */
const LOCK_TIMEOUT_MS = 1_000;

type Execute = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** The queries of a sub-store on its tables. */
export interface Queries {
  /** For statements that write nothing. @throws StorageUnavailableError if the database cannot be read now. */
  read: Execute;
  /** @throws StorageUnavailableError if the statement failed for now. Its write may or may not have been committed. */
  write: Execute;
}

/** Runs one statement of a transaction. Each statement sees what other transactions committed before it began. */
export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

export class PostgresDatabase {
  readonly #config: pg.ClientConfig;
  readonly keys: Queries;
  readonly pets: Queries;
  /** Also for pets that are written in one statement with their idempotency record. */
  readonly idempotency: Queries;
  readonly orders: Queries;
  readonly counters: Queries;
  /** Whether a write has failed on a full disk, and no health check has reset it since. */
  isFull = false;
  readonly #pools: PipelinedPool[] = [];

  constructor(url: string) {
    this.#config = {
      ...clientConfig(url),
      query_timeout: QUERY_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
    };
    const open = (size: number): PipelinedPool => {
      const pool = new PipelinedPool(this.#config, size);
      this.#pools.push(pool);
      return pool;
    };
    this.keys = this.#queries(open(POOL_SIZES.keys));
    this.pets = this.#queries(open(POOL_SIZES.petReads), open(POOL_SIZES.petWrites));
    this.idempotency = this.#queries(open(POOL_SIZES.idempotency));
    this.orders = this.#queries(open(POOL_SIZES.orders));
    this.counters = this.#queries(open(POOL_SIZES.counters));
  }

  /**
   * Runs several statements in one transaction on a connection of its own, for rare changes that no single statement
   * can make. It is rolled back if `work` throws. @throws StorageUnavailableError as `Queries.write` does.
   */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const run = async () => {
      const client = await connectClient(new pg.Client(this.#config));
      try {
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
        const result = await work(
          async (text, values) => (await client.query({ text, values: [...values] })).rows,
        );
        await client.query('COMMIT');
        return result;
      } finally {
        await closeClient(client);
      }
    };
    return this.#convertErrors(run());
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  #queries(readPool: PipelinedPool, writePool = readPool): Queries {
    return {
      read: (statement, values = []) => this.#convertErrors(readPool.query(statement, values)),
      write: (statement, values = []) => this.#convertErrors(writePool.query(statement, values)),
    };
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

// Transaction pool: connections that each run one transaction of several statements at a time.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { CLOSE_TIMEOUT_MS, MAX_LIFETIME_MS, setUpPooled } from './client.js';
import { isStalePreparedStatement } from './errors.js';
import type { Statement } from './pipelined-pool.js';

/** Sends a statement of the transaction. Statements are executed in the order in which they are sent. */
export type SendStatement = <Row extends pg.QueryResultRow>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<Row[]>;

export class TransactionPool {
  readonly #pool: pg.Pool;
  readonly #clients = new Set<pg.PoolClient>();

  /** Connections are opened on demand. */
  constructor(config: pg.ClientConfig, maxConnections: number) {
    this.#pool = new pg.Pool({
      ...config,
      max: maxConnections,
      maxLifetimeSeconds: MAX_LIFETIME_MS / 1000,
      idleTimeoutMillis: 0,
      onConnect: setUpPooled,
    });
    this.#pool.on('error', () => {}); // of an idle connection, which the pool has removed
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      client.on('error', () => {}); // the statement in flight rejects with it
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client));
  }

  /**
   * Rolls back if `work` rejects. If a prepared statement was out of date, `work` runs again on another connection.
   * @throws the error of `work`, the driver's, or the socket's.
   */
  async run<T>(work: (send: SendStatement) => Promise<T>): Promise<T> {
    try {
      return await this.#runOnce(work);
    } catch (error) {
      if (!isStalePreparedStatement(error)) throw error;
    }
    return this.#runOnce(work);
  }

  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    for (const client of this.#clients) client.connection.stream.destroy();
  }

  async #runOnce<T>(work: (send: SendStatement) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let failure: unknown;
    const send: SendStatement = async ({ name, text }, values) => {
      try {
        return (await client.query({ name, text, values: [...values] })).rows;
      } catch (error) {
        failure ??= error; // those behind it only fail because the transaction has
        throw failure;
      }
    };
    try {
      const begun = client.query('BEGIN ISOLATION LEVEL READ COMMITTED'); // with the first statement
      const [result] = await Promise.all([work(send), begun]);
      if (failure !== undefined) throw failure;
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      await this.#rollBack(client, failure);
      throw error;
    }
  }

  /** After an error of the database, the driver's record of prepared statements may be wrong. */
  async #rollBack(client: pg.PoolClient, failure: unknown): Promise<void> {
    try {
      if (failure === undefined) await client.query('ROLLBACK');
      client.release(failure !== undefined);
    } catch {
      client.release(true);
    }
  }
}

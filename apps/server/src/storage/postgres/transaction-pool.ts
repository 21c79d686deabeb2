// Transaction pool: connections that each run one transaction of several statements at a time.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Sql } from '../sql.js';
import type { PoolStats } from '../store.js';
import { CLOSE_TIMEOUT_MS, MAX_LIFETIME_MS, setUpPooled } from './client.js';
import { isStalePreparedStatement } from './errors.js';
import { nameOf } from './pipelined-pool.js';

/**
 * Sends a statement of the transaction. Statements are executed in the order in which they are sent. One that is not awaited
 * is sent together with the commit. If PostgreSQL refuses it, the commit rolls back. Its values must be ones that the driver can
 * send: otherwise only the commit would be sent.
 */
export type SendStatement = Sql['write'];

/** The locks of a node that hangs in a transaction are released. Longer than any handler may take. */
const END_IDLE_TRANSACTIONS = "SET idle_in_transaction_session_timeout = '3s'";

async function setUpTransactions(client: pg.ClientBase): Promise<void> {
  await setUpPooled(client);
  await client.query(END_IDLE_TRANSACTIONS);
}

export class TransactionPool {
  readonly #pool: pg.Pool;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #convertErrors: <T>(query: Promise<T>) => Promise<T>;

  /**
   * Connections are opened on demand.
   * @param convertErrors Replaces the errors of the database and of the connection, but not those of `work`.
   */
  constructor(
    config: pg.ClientConfig,
    maxConnections: number,
    convertErrors: <T>(query: Promise<T>) => Promise<T>,
  ) {
    this.#convertErrors = convertErrors;
    this.#pool = new pg.Pool({
      ...config,
      max: maxConnections,
      maxLifetimeSeconds: MAX_LIFETIME_MS / 1000,
      idleTimeoutMillis: 0,
      onConnect: setUpTransactions,
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
   * @throws the error of `work`, or the converted one of the database or of the connection.
   */
  async run<T>(work: (send: SendStatement) => Promise<T>): Promise<T> {
    try {
      return await this.#runOnce(work);
    } catch (error) {
      if (!(error instanceof Error && isStalePreparedStatement(error.cause))) throw error;
    }
    return this.#runOnce(work);
  }

  stats(): PoolStats {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return {
      used: totalCount - idleCount,
      idle: idleCount,
      max: options.max,
      waiting: waitingCount,
    };
  }

  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    for (const client of this.#clients) client.connection.stream.destroy();
  }

  async #runOnce<T>(work: (send: SendStatement) => Promise<T>): Promise<T> {
    const client = await this.#convertErrors(this.#pool.connect());
    let failure: Error | undefined;
    let hasEnded = false;
    /** Statements of `work` that it has not waited for. */
    const pending = new Set<Promise<unknown>>();
    const query = async <Row>(config: string | pg.QueryConfig): Promise<Row[]> => {
      try {
        return (await this.#convertErrors(client.query<Row & pg.QueryResultRow>(config))).rows;
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error));
        throw failure; // statements behind it only fail because the transaction has
      }
    };
    const send = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      if (hasEnded) throw new Error('the transaction has ended');
      const sent = query<Row>({ name: nameOf(text), text, values: [...values] });
      pending.add(sent);
      return sent.finally(() => pending.delete(sent));
    };
    try {
      const begun = query('BEGIN ISOLATION LEVEL READ COMMITTED'); // sent together with the first statement
      const [result] = await Promise.all([work(send), begun]);
      hasEnded = true;
      if (failure !== undefined) throw failure;
      await Promise.all([...pending, query('COMMIT')]); // after a failed statement, COMMIT rolls back
      client.release();
      return result;
    } catch (error) {
      hasEnded = true;
      if (failure === undefined) await query('ROLLBACK').catch(() => {}); // it is then released as failed
      client.release(failure); // the driver's record of prepared statements may be wrong
      throw error;
    }
  }
}

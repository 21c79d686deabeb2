// Transaction pool: connections that each run one transaction of several statements at a time.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TransactionSql } from '../../sql.js';
import {
  CLOSE_TIMEOUT_MS,
  MAX_LIFETIME_MS,
  raiseSynchronousCommit,
  setUpPooled,
} from './postgres-client.js';
import { isConflict, retryStale } from './postgres-errors.js';
import { beginTransaction, type ConvertErrors } from './transaction-statements.js';

/** The locks of a node that hangs in a transaction are released. Longer than any handler may take. */
const END_IDLE_TRANSACTIONS = "SET idle_in_transaction_session_timeout = '3s'";

/** How often a serializable transaction is repeated. Of those that conflict, one commits. */
const MAX_CONFLICTS = 30;
/** A random part of it, times the number of conflicts, is waited before a repetition. */
const CONFLICT_PAUSE_MS = 4;

type Work<T> = (sql: TransactionSql) => Promise<T>;

async function setUpTransactions(client: pg.ClientBase): Promise<void> {
  await raiseSynchronousCommit(client);
  await setUpPooled(client);
  await client.query(END_IDLE_TRANSACTIONS);
}

/**
 * Connections are opened on demand.
 * @param convertErrors Replaces the errors of the database and of the connection, but not those of `work`.
 */
export function createTransactionPool(
  config: pg.ClientConfig,
  max: number,
  convertErrors: ConvertErrors,
) {
  const clients = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    ...config,
    max,
    maxLifetimeSeconds: MAX_LIFETIME_MS / 1000,
    idleTimeoutMillis: 0,
    onConnect: setUpTransactions,
  });
  pool.on('error', () => {}); // of an idle connection, which the pool has removed
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {}); // the statement in flight rejects with it
  });
  pool.on('remove', (client) => clients.delete(client));

  async function runOnce<T>(work: Work<T>, isolation = 'READ COMMITTED'): Promise<T> {
    const client = await convertErrors(pool.connect());
    const transaction = beginTransaction(client, isolation, convertErrors);
    try {
      const [result] = await Promise.all([work(transaction.sql), transaction.begun]);
      await transaction.commit();
      client.release();
      return result;
    } catch (error) {
      const failure = await transaction.rollBack();
      client.release(failure);
      throw isConflict(failure) ? failure : error; // `work` may have caught it
    }
  }

  return {
    /**
     * Rolls back if `work` rejects. If a prepared statement was out of date, `work` runs again on another connection.
     * @throws the error of `work`, or the converted one of the database or of the connection.
     */
    run: <T>(work: Work<T>): Promise<T> => retryStale(() => runOnce(work)),
    /** As `run`, as if no other transaction ran at the same time. `work` runs again after a conflict with one. */
    async runSerializable<T>(work: Work<T>): Promise<T> {
      for (let conflicts = 0; ; conflicts += 1) {
        try {
          return await retryStale(() => runOnce(work, 'SERIALIZABLE'));
        } catch (error) {
          if (!isConflict(error) || conflicts === MAX_CONFLICTS) throw error;
        }
        await pause(Math.random() * CONFLICT_PAUSE_MS * (conflicts + 1));
      }
    },
    waitingCalls: (): number => pool.waitingCount,
    async close(): Promise<void> {
      await Promise.race([pool.end(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      for (const client of clients) client.connection.stream.destroy();
    },
  };
}

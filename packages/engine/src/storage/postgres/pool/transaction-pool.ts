// Transaction pool: connections that each run one transaction of several statements at a time.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { TransactionEndedError, type TransactionSql } from '../../sql.js';
import { nameOf } from './pipelined-pool.js';
import {
  CLOSE_TIMEOUT_MS,
  MAX_LIFETIME_MS,
  raiseSynchronousCommit,
  setUpPooled,
} from './postgres-client.js';
import { isConflict, retryStale, violatedConstraint } from './postgres-errors.js';

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
  convertErrors: <T>(query: Promise<T>) => Promise<T>,
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
    let failure: Error | undefined;
    let hasEnded = false;
    /** Statements of `work` that it has not waited for. */
    const pending = new Set<Promise<unknown>>();
    /** Settles when no statement that may violate a constraint is in flight. Those behind one wait: its failure would be theirs. */
    let tail: Promise<unknown> | undefined;
    const query = async <Row>(
      statement: string | pg.QueryConfig,
      isConstrained = false,
    ): Promise<Row[]> => {
      try {
        return (await convertErrors(client.query<Row & pg.QueryResultRow>(statement))).rows;
      } catch (error) {
        if (isConstrained && violatedConstraint(error) !== undefined) {
          await query('ROLLBACK TO statement');
          throw error;
        }
        failure ??= error instanceof Error ? error : new Error(String(error));
        throw failure; // statements behind it only fail because the transaction has
      }
    };
    const assertOpen = () => {
      if (hasEnded) throw new TransactionEndedError();
    };
    /**
     * Sends a statement of the transaction. Statements are executed in the order in which they are sent. One that is not awaited
     * is sent together with the commit. If PostgreSQL refuses it, the commit rolls back. Its values must be ones that the driver
     * can send: otherwise only the commit would be sent.
     */
    const send = async <Row>(
      text: string,
      values: readonly unknown[] = [],
      isConstrained = false,
    ): Promise<Row[]> => {
      assertOpen();
      const run = async (): Promise<Row[]> => {
        if (isConstrained) query('SAVEPOINT statement').catch(() => {}); // the statement then fails, too
        const rows = await query<Row>(
          { name: nameOf(text), text, values: [...values] },
          isConstrained,
        );
        if (isConstrained) query('RELEASE statement').catch(() => {}); // as a later statement does
        return rows;
      };
      const sent = tail === undefined ? run() : tail.then(run);
      if (isConstrained || tail !== undefined) {
        const settled = Promise.allSettled([sent]);
        tail = settled;
        settled.then(() => {
          if (tail === settled) tail = undefined;
        });
      }
      pending.add(sent);
      return sent.finally(() => pending.delete(sent));
    };
    try {
      const begun = query(`BEGIN ISOLATION LEVEL ${isolation}`); // sent together with the first statement
      const [result] = await Promise.all([work({ read: send, write: send, assertOpen }), begun]);
      hasEnded = true;
      while (tail !== undefined) await tail;
      if (failure !== undefined) throw failure;
      await Promise.all([...pending, query('COMMIT')]); // after a failed statement, COMMIT rolls back
      client.release();
      return result;
    } catch (error) {
      hasEnded = true;
      if (failure === undefined) await query('ROLLBACK').catch(() => {}); // it is then released as failed
      client.release(failure); // the driver's record of prepared statements may be wrong
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

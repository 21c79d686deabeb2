// Statements of one transaction, on the connection that it holds. They are executed in the order in which they are sent. One that
// may violate a constraint has a savepoint, so that the transaction goes on after it.
import type pg from 'pg';
import { TransactionEndedError, type TransactionSql } from '../../sql.js';
import { nameOf } from './pipelined-pool.js';
import { violatedConstraint } from './postgres-errors.js';

export type ConvertErrors = <T>(query: Promise<T>) => Promise<T>;

/** @param isolation As SQL names the level. The transaction begins with the first statement, and is sent together with it. */
export function beginTransaction(
  client: pg.PoolClient,
  isolation: string,
  convertErrors: ConvertErrors,
) {
  let failure: Error | undefined;
  let hasEnded = false;
  /** Statements of the caller that it has not waited for. */
  const pending = new Set<Promise<unknown>>();
  /** Settles when no statement that may violate a constraint is in flight. Those behind one wait: its failure would be theirs. */
  let tail: Promise<unknown> | undefined;

  async function query<Row>(
    statement: string | pg.QueryConfig,
    isConstrained = false,
  ): Promise<Row[]> {
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
  }

  async function runStatement<Row>(
    text: string,
    values: readonly unknown[],
    isConstrained: boolean,
  ): Promise<Row[]> {
    if (isConstrained) query('SAVEPOINT statement').catch(() => {}); // the statement then fails, too
    const statement = { name: nameOf(text), text, values: [...values] };
    const rows = await query<Row>(statement, isConstrained);
    if (isConstrained) query('RELEASE statement').catch(() => {}); // as a later statement does
    return rows;
  }

  function assertOpen(): void {
    if (hasEnded) throw new TransactionEndedError();
  }

  /**
   * Sends a statement. One that is not awaited is sent together with the commit. If PostgreSQL refuses it, the commit rolls back.
   * Its values must be ones that the driver can send: otherwise only the commit would be sent.
   */
  async function send<Row>(
    text: string,
    values: readonly unknown[] = [],
    isConstrained = false,
  ): Promise<Row[]> {
    assertOpen();
    const run = () => runStatement<Row>(text, values, isConstrained);
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
  }

  const sql: TransactionSql = { read: send, write: send, assertOpen };
  return {
    sql,
    /** Settles once the transaction has begun. */
    begun: query(`BEGIN ISOLATION LEVEL ${isolation}`),
    async commit(): Promise<void> {
      hasEnded = true;
      while (tail !== undefined) await tail;
      if (failure !== undefined) throw failure;
      await Promise.all([...pending, query('COMMIT')]); // after a failed statement, COMMIT rolls back
    },
    /** @returns the error after which the connection cannot be used again: the driver's record of prepared statements may be wrong. */
    async rollBack(): Promise<Error | undefined> {
      hasEnded = true;
      if (failure === undefined) await query('ROLLBACK').catch(() => {}); // it has then failed
      return failure;
    },
  };
}

// SQL of the operator's tables: one interface over both databases, on which their stores are written once. Parameters are
// `$1`, `$2`, …. Each text is prepared once on each connection.
import type { Column, StoredRow } from './columns.js';

export interface Sql {
  /** For statements that write nothing. @throws StorageUnavailableError if the database cannot be read now. */
  read<Row = StoredRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * @param isConstrained Whether the statement may violate a constraint. It is then undone alone, and a transaction goes on.
   * @returns the rows of `RETURNING`.
   * @throws StorageUnavailableError if the statement failed for now. In PostgreSQL it may have been committed.
   */
  write<Row = StoredRow>(
    text: string,
    values?: readonly unknown[],
    isConstrained?: boolean,
  ): Promise<Row[]>;
}

/** The statements of an open transaction. */
export interface TransactionSql extends Sql {
  /** @throws an Error after its end, for statements that do not pass here. */
  assertOpen(): void;
}

export class TransactionEndedError extends Error {
  constructor() {
    super('the transaction has ended: await each call in it');
  }
}

/** The statements of one store. Outside `transaction`, each of them is a transaction. */
export interface SqlStore<Resources extends object = object> extends Sql {
  /**
   * Rolls back if `work` throws. It may run again after a rollback.
   * @param work It may await nothing but its statements and resources.
   */
  transaction: RunTransaction<Resources>;
  /** A transaction whose reads no other has changed at its commit. It is repeated after a conflict. */
  serializable: RunTransaction<Resources>;
  /**
   * All rows of a query, in batches: for commands, whose memory must not grow with the store. The database keeps the result in
   * a temporary file, so a reader that pauses holds back nothing. PostgreSQL runs it on a connection of its own, without the time
   * limits and the plans of requests.
   */
  stream(text: string, values: readonly unknown[]): AsyncIterable<StoredRow[]>;
}

type RunTransaction<Resources extends object> = <T>(
  work: (sql: TransactionSql, resources: Resources) => Promise<T>,
) => Promise<T>;

/** Rows in a batch of `stream`. */
export const STREAM_BATCH_SIZE = 1_000;

/** What the two databases write differently. */
export interface SqlDialect {
  greatest: string;
  least: string;
  /** Locks the selected rows. SQLite has one writer at a time. */
  forUpdate: string;
  /** Rows of several columns as one parameter list: a SELECT and its values. */
  rows(
    columns: readonly Column[],
    rows: readonly (readonly unknown[])[],
  ): { select: string; values: unknown[] };
  /** Tells the other nodes about a change. SQLite has one node. */
  notify?: string;
}

export interface SqlDatabase<Resources extends object = object> {
  dialect: SqlDialect;
  /** The database's time when this machine's is `nowMs`. */
  toDatabaseTime(nowMs: number): number;
  /** @param name What its writes are known by: to the caches of SQLite, and to the connections of PostgreSQL. */
  open(name: 'keys' | 'counters' | 'usage' | 'imports' | 'idempotency'): SqlStore<Resources>;
}

// SQL of the operator's tables in PostgreSQL.
import { type Column, SQL_TYPES } from '../columns.js';
import type { Sql, SqlDatabase, SqlDialect } from '../sql.js';
import type { DatabaseClock } from './database-clock.js';
import type { PostgresDatabase } from './postgres-database.js';

/** Rows as parameters: an array for each column. */
export function unnest(columns: readonly Column[]): string {
  const arrays = columns.map(({ kind }, index) => `$${index + 1}::${SQL_TYPES.postgres[kind]}[]`);
  return `unnest(${arrays.join(', ')})`;
}

const DIALECT: Omit<SqlDialect, 'notify'> = {
  greatest: 'greatest',
  least: 'least',
  forUpdate: 'FOR UPDATE',
  rows: (columns, rows) => ({
    select: `SELECT * FROM ${unnest(columns)} WHERE true`,
    values: columns.map((_, index) => rows.map((row) => row[index])),
  }),
};

/**
 * Usage and imports share the connections of transactions: they are written every few seconds.
 * @param channel On which nodes are notified that a key has changed.
 * @param bind The resources inside a transaction.
 */
export function createSql<Resources extends object>(
  database: PostgresDatabase,
  clock: DatabaseClock,
  channel: string,
  bind: (sql: Sql) => Resources,
): SqlDatabase<Resources> {
  const { keys, counters } = database;
  const run: Sql['write'] = (text, values) =>
    database.transaction(({ write }) => write(text, values));
  const alone: Sql = { read: run, write: run };
  const stores = { keys, counters, usage: alone, imports: alone, idempotency: alone };
  return {
    dialect: { ...DIALECT, notify: `SELECT pg_notify('${channel}', '')` },
    toDatabaseTime: (nowMs) => clock.at(nowMs),
    open: (name) => ({
      ...stores[name],
      transaction: (work) => database.transaction((sql) => work(sql, bind(sql))),
      serializable: (work) => database.serializable((sql) => work(sql, bind(sql))),
      stream: database.stream,
    }),
  };
}

// SQL of the operator's tables in PostgreSQL.
import { hash } from 'node:crypto';
import { type Column, SQL_TYPES } from '../columns.js';
import type { Sql, SqlDatabase, SqlDialect } from '../sql.js';
import type { PostgresDatabase, Queries } from './database.js';
import type { DatabaseClock } from './database-clock.js';
import { KEY_CHANGES_CHANNEL } from './find-secret.js';
import type { Statement } from './pipelined-pool.js';

/** Rows as parameters: an array for each column. */
export function unnest(columns: readonly Column[]): string {
  const arrays = columns.map(({ kind }, index) => `$${index + 1}::${SQL_TYPES.postgres[kind]}[]`);
  return `unnest(${arrays.join(', ')})`;
}

const DIALECT: SqlDialect = {
  greatest: 'greatest',
  least: 'least',
  forUpdate: 'FOR UPDATE',
  rows: (columns, rows) => ({
    select: `SELECT * FROM ${unnest(columns)} WHERE true`,
    values: columns.map((_, index) => rows.map((row) => row[index])),
  }),
  notify: `SELECT pg_notify('${KEY_CHANGES_CHANNEL}', '')`,
};

const statements = new Map<string, Statement>();

/** A name stands for the same text on every node, even behind a pooler that shares prepared statements. */
function statementOf(text: string): Statement {
  const known = statements.get(text);
  if (known !== undefined) return known;
  const statement = { name: hash('sha256', text, 'base64url'), text };
  statements.set(text, statement);
  return statement;
}

function toSql({ read, write }: Queries): Sql {
  return {
    read: (text, values) => read(statementOf(text), values),
    write: (text, values) => write(statementOf(text), values),
  };
}

/**
 * Usage and imports share the connections of transactions: they are written every few seconds.
 * @param bind The resources inside a transaction.
 */
export function createSql<Resources extends object>(
  database: PostgresDatabase,
  clock: DatabaseClock,
  bind: (queries: Queries) => Resources,
): SqlDatabase<Resources> {
  const { keys, counters } = database;
  const alone: Queries = {
    read: (statement, values) => database.transaction(({ read }) => read(statement, values)),
    write: (statement, values) => database.transaction(({ write }) => write(statement, values)),
  };
  const queries = { keys, counters, usage: alone, imports: alone };
  return {
    dialect: DIALECT,
    toDatabaseTime: (nowMs) => clock.at(nowMs),
    open: (name) => ({
      ...toSql(queries[name]),
      transaction: (work) =>
        database.transaction((inTransaction) => work(toSql(inTransaction), bind(inTransaction))),
    }),
  };
}

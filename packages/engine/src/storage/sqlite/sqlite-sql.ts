// SQL of the operator's tables in SQLite: reads at once, writes in the queue.
import { memoize } from '../../lib/memoize.js';
import type { StoredRow } from '../columns.js';
import {
  type Sql,
  type SqlDatabase,
  type SqlDialect,
  type SqlStore,
  STREAM_BATCH_SIZE,
  type TransactionSql,
} from '../sql.js';
import type { Connection, OpenTransaction } from './sqlite-connection.js';

const DIALECT: SqlDialect = {
  greatest: 'max',
  least: 'min',
  forUpdate: '',
  rows: (columns, rows) => ({
    select: `SELECT ${columns.map((_, index) => `value ->> ${index}`).join(', ')} FROM json_each($1) WHERE true`,
    values: [JSON.stringify(rows)],
  }),
};

/** @param bind The resources inside the open transaction. */
export function createSql<Resources extends object>(
  connection: Connection,
  bind: (transaction: OpenTransaction) => Resources,
): SqlDatabase<Resources> {
  const prepare = memoize(
    (text: string) => connection.database.prepare<unknown[], StoredRow>(text),
    String,
  );
  const run = <Row = StoredRow>(text: string, values: readonly unknown[] = []): Row[] => {
    const statement = prepare(text);
    const named = Object.fromEntries(values.map((value, index) => [index + 1, value ?? null]));
    if (statement.reader) return statement.all(named) as Row[]; // as its caller knows the statement
    statement.run(named);
    return [];
  };
  let streams = 0;
  async function* stream(text: string, values: readonly unknown[]): AsyncGenerator<StoredRow[]> {
    streams += 1;
    const table = `temp.stream_${streams}`;
    const next = `SELECT * FROM ${table} WHERE rowid > $1 ORDER BY rowid LIMIT ${STREAM_BATCH_SIZE}`;
    await connection.read(() => run(`CREATE TABLE ${table} AS ${text}`, values));
    try {
      for (let done = 0; ; ) {
        const rows = await connection.read(() => run(next, [done]));
        if (rows.length === 0) return;
        yield rows;
        done += rows.length;
      }
    } finally {
      await connection.read(() => run(`DROP TABLE ${table}`));
    }
  }

  const inTransaction = ({ assertOpen }: OpenTransaction): TransactionSql => {
    const runOpen: Sql['write'] = async (text, values) => {
      assertOpen();
      return run(text, values);
    };
    return { read: runOpen, write: runOpen, assertOpen };
  };
  return {
    dialect: DIALECT,
    toDatabaseTime: (nowMs) => nowMs,
    open(name) {
      const topics = new Set<string>([name]);
      const transaction: SqlStore<Resources>['transaction'] = (work) =>
        connection.transaction(name, (open) => work(inTransaction(open), bind(open)));
      return {
        read: async (text, values) => connection.read(() => run(text, values)),
        write: (text, values) => connection.write(topics, () => run(text, values)),
        transaction,
        serializable: transaction, // the writes of a group run one after the other
        stream,
      };
    },
  };
}

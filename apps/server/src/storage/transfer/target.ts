// Target of a copy: a PostgreSQL database, marked as incomplete until all rows have been copied and compared.
import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { APPLICATION_NAME } from '../postgres/client.js';
import { tables as resources } from '../table.js';
import { countRows, type Query, type Table } from './tables.js';

/** Advisory lock, held until the connection ends: two concurrent copies would overwrite each other. */
const COPY_LOCK = 7_236_485_003;

/** Whether new rows of the table only get greater keys, so that an interrupted copy of it can be continued. */
function isAppended(name: string): boolean {
  return resources.some((table) => table.name === name && table.ids === 'database');
}

/**
 * Marks the database as the target of an unfinished copy, so that no server serves an incomplete store.
 * @param cursorSecret The source's. It identifies the store.
 * @throws an Error for the operator if another copy or a server uses it, or if it holds anything but a part of this copy.
 */
export async function beginCopy(
  query: Query,
  tables: readonly Table[],
  cursorSecret: Buffer,
): Promise<void> {
  const mark = createHash('sha256').update(cursorSecret).digest();
  const readMark = async (name: string) =>
    (await query('SELECT value FROM secrets WHERE name = $1', [name]))[0]?.[0];
  const [lock] = await query('SELECT pg_try_advisory_lock($1)', [COPY_LOCK]);
  if (lock?.[0] !== true) throw new Error('another copy into it is running');
  const [server] = await query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
     AND application_name = $1 AND pid <> pg_backend_pid() LIMIT 1`,
    [APPLICATION_NAME],
  );
  if (server !== undefined) throw new Error('a server is using it; stop that one first');
  const copied = await readMark('copied');
  if (Buffer.isBuffer(copied) && mark.equals(copied)) {
    throw new Error('this store has been copied into it already, to the end');
  }
  const copying = await readMark('copying');
  if (copying === undefined) {
    for (const table of tables) {
      if ((await countRows(query, table)) > 0)
        throw new Error(`it is not empty: there are rows in ${table.name}`);
    }
  } else if (!Buffer.isBuffer(copying) || !mark.equals(copying)) {
    throw new Error('it holds part of a copy of another store');
  }
  await query('BEGIN');
  await query("INSERT INTO secrets VALUES ('copying', $1) ON CONFLICT DO NOTHING", [mark]);
  await query("UPDATE secrets SET value = $1 WHERE name = 'cursor'", [cursorSecret]);
  // All other tables may have got rows anywhere since the copy was interrupted, so they are copied again.
  for (const { name } of tables.toReversed())
    if (!isAppended(name)) await query(`DELETE FROM ${escapeIdentifier(name)}`);
  await query('COMMIT');
}

/** Allows servers to use the database. @param lastIds By table: the next row gets a greater id. */
export async function endCopy(query: Query, lastIds: ReadonlyMap<string, bigint>): Promise<void> {
  await query('ANALYZE');
  await query('BEGIN');
  for (const [name, lastId] of lastIds) {
    const table = escapeIdentifier(name);
    await query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [table, lastId]);
  }
  await query("UPDATE secrets SET name = 'copied' WHERE name = 'copying'");
  await query('COMMIT');
}

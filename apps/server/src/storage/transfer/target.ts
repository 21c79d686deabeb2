// Target of a copy: a PostgreSQL database, marked as incomplete until all rows have been copied and compared.
import { quote, type StoredTable } from '../columns.js';
import { APPLICATION_NAME } from '../postgres/client.js';
import { STORE_ID } from '../schema.js';
import { countRows, type Query } from './copied-tables.js';

/** Advisory lock, held until the connection ends: two concurrent copies would overwrite each other. */
const COPY_LOCK = 7_236_485_003;

/**
 * Marks the database as the target of an unfinished copy, so that no server serves an incomplete store. Removes the rows
 * of a copy that was interrupted.
 * @param storeId The source's.
 * @throws an Error for the operator if another copy or a server uses it, or if it holds anything but such rows.
 */
export async function beginCopy(
  query: Query,
  tables: readonly StoredTable[],
  storeId: Buffer,
): Promise<void> {
  const [lock] = await query('SELECT pg_try_advisory_lock($1)', [COPY_LOCK]);
  if (lock?.[0] !== true) throw new Error('another copy into it is running');
  const [server] = await query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
     AND application_name = $1 AND pid <> pg_backend_pid() LIMIT 1`,
    [APPLICATION_NAME],
  );
  if (server !== undefined) throw new Error('a server is using it; stop that one first');
  const [mark] = await query("SELECT name FROM secrets WHERE name IN ('copying', 'copied')");
  if (mark?.[0] === 'copied')
    throw new Error('a store has been copied into it already, to the end');
  for (const table of mark === undefined ? tables : []) {
    if ((await countRows(query, table)) > 0)
      throw new Error(`it is not empty: there are rows in ${table.name}`);
  }
  await query('BEGIN');
  await query("INSERT INTO secrets VALUES ('copying', '') ON CONFLICT DO NOTHING");
  await query('UPDATE secrets SET value = $1 WHERE name = $2', [storeId, STORE_ID]);
  await query(`TRUNCATE ${tables.map(({ name }) => quote(name)).join(', ')}`);
  await query('COMMIT');
}

/** Allows servers to use the database. @param lastIds By table: the next row gets a greater id. */
export async function endCopy(query: Query, lastIds: ReadonlyMap<string, bigint>): Promise<void> {
  await query('ANALYZE');
  await query('BEGIN');
  for (const [name, lastId] of lastIds) {
    const table = quote(name);
    await query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [table, lastId]);
  }
  await query("UPDATE secrets SET name = 'copied' WHERE name = 'copying'");
  await query('COMMIT');
}

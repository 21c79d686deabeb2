// Copy of a store from SQLite to PostgreSQL: all rows, with the same ids, keys and counts. If it was
// interrupted, it starts again. At its end, what was written is read back and compared. Until then, the target is marked as
// incomplete.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { quote, type StoredTable } from '../columns.js';
import { databaseName } from '../create-store.js';
import { OPERATOR_TABLES } from '../operator-tables.js';
import { APPLICATION_NAME, withMaintenance } from '../postgres/client.js';
import { migrate, readCatalog } from '../postgres/migrate.js';
import { type Schema, STORE_ID } from '../schema.js';
import { openDatabase, readCatalog as readSqliteCatalog } from '../sqlite/open-database.js';
import { acquireLock } from '../sqlite/server-lock.js';
import {
  assertAllDefined,
  type CopiedRow,
  countRows,
  hashRows,
  insertRows,
  type Query,
  readPages,
} from './copied-tables.js';

/** Advisory lock, held until the connection ends: two concurrent copies would overwrite each other. */
const COPY_LOCK = 7_236_485_003;

type Progress = (done: number, total: number) => void;

/**
 * @param file The SQLite database. No server may be using it.
 * @param url PostgreSQL: an empty database, or one with an interrupted copy.
 * @returns the number of rows by table name. It is the same on both sides.
 * @throws an Error for the operator.
 */
export async function transferStore(
  file: string,
  url: string,
  schema: Schema,
  showCopying: Progress,
  showVerifying: Progress,
): Promise<Map<string, number>> {
  if (!existsSync(file)) throw new Error(`there is no database ${file}`);
  const lock = acquireLock(file);
  try {
    openDatabase(file, schema).close(); // migrates it to the newest schema
    const source = new Database(file, { readonly: true, fileMustExist: true });
    try {
      source.defaultSafeIntegers(true);
      source.exec('BEGIN'); // all rows come from one snapshot
      const tables = [...OPERATOR_TABLES, ...schema.tables];
      assertAllDefined(readSqliteCatalog(source), tables, 'SQLite');
      const readSource: Query = async (sql, values = []) =>
        source
          .prepare<unknown[], CopiedRow>(sql)
          .raw()
          .all(Object.fromEntries(values.map((value, index) => [index + 1, value])));
      return await copy(readSource, tables, url, schema, showCopying, showVerifying);
    } catch (error) {
      const name = databaseName({ kind: 'postgres', url });
      throw new Error(`cannot copy ${file} to ${name}: ${errorMessage(error)}`, { cause: error });
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}

async function copy(
  source: Query,
  tables: readonly StoredTable[],
  url: string,
  schema: Schema,
  showCopying: Progress,
  showVerifying: Progress,
): Promise<Map<string, number>> {
  await migrate(url, schema);
  return withMaintenance(url, async (client) => {
    const target: Query = async (text, values = []) =>
      (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
    const replaced = new Set(tables.map(({ name }) => name)); // the database may have others, of extensions for example
    const catalog = (await readCatalog(client)).filter(({ table }) => replaced.has(table));
    assertAllDefined(catalog, tables, 'PostgreSQL');
    await beginCopy(target, tables, await readStoreId(source));
    const counts = new Map<string, number>();
    for (const table of tables) counts.set(table.name, await countRows(source, table));
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);

    let copied = 0;
    const expected = new Map<StoredTable, string>();
    for (const table of tables) {
      const hash = createHash('sha256');
      for await (const rows of readPages(source, table)) {
        hashRows(hash, rows);
        await insertRows(target, table, rows);
        copied += rows.length;
        showCopying(copied, total);
      }
      expected.set(table, hash.digest('hex'));
    }

    let compared = 0;
    for (const table of tables) {
      const hash = createHash('sha256');
      for await (const rows of readPages(target, table)) {
        hashRows(hash, rows);
        compared += rows.length;
        showVerifying(compared, total);
      }
      if (hash.digest('hex') === expected.get(table)) continue;
      throw new Error(
        `${table.name} is not the same on both sides (${counts.get(table.name)} rows, ${await countRows(target, table)} copied); copy again`,
      );
    }
    await endCopy(target, await readLastIds(source));
    return counts;
  });
}

/**
 * Marks the database as the target of an unfinished copy, so that no server serves an incomplete store. Removes the rows
 * of a copy that was interrupted.
 * @param storeId The source's.
 * @throws an Error for the operator if another copy or a server uses it, or if it holds anything but such rows.
 */
async function beginCopy(
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
async function endCopy(query: Query, lastIds: ReadonlyMap<string, bigint>): Promise<void> {
  await query('ANALYZE');
  await query('BEGIN');
  for (const [name, lastId] of lastIds) {
    const table = quote(name);
    await query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [table, lastId]);
  }
  await query("UPDATE secrets SET name = 'copied' WHERE name = 'copying'");
  await query('COMMIT');
}

/** Random bytes that identify the store. */
async function readStoreId(source: Query): Promise<Buffer> {
  const [row] = await source(`SELECT value FROM secrets WHERE name = '${STORE_ID}'`);
  if (!Buffer.isBuffer(row?.[0])) throw new Error('the database has lost its identity');
  return row[0];
}

/** By table: the greatest id that the database ever assigned. */
async function readLastIds(source: Query): Promise<Map<string, bigint>> {
  const rows = await source('SELECT name, seq FROM sqlite_sequence WHERE seq > 0');
  return new Map(rows.map(([name, lastId]) => [String(name), BigInt(String(lastId))]));
}

// Copy of a store from SQLite to PostgreSQL: all rows of the tables that have a definition, with the same ids, keys and counts.
// It is one transaction of PostgreSQL, in which each page that was written is read back and compared. So a copy that is
// interrupted leaves nothing, and nobody sees an incomplete one.
import { existsSync } from 'node:fs';
import { errorMessage } from '../lib/error-message.js';
import type { CatalogColumn } from './check-schema.js';
import { listOf, quote, type StoredTable } from './columns.js';
import { databaseName } from './create-store.js';
import { OPERATOR_TABLES } from './operator-tables.js';
import { withMaintenance } from './postgres/pool/postgres-client.js';
import { migrateIn, readCatalog } from './postgres/postgres-migrate.js';
import { SERVING_LOCK } from './postgres/postgres-server-lock.js';
import { unnest } from './postgres/postgres-sql.js';
import { type Schema, STORE_ID } from './schema.js';
import { openDatabase, readCatalog as readSqliteCatalog } from './sqlite/files/open-database.js';
import type { OnProgress } from './sqlite/files/sqlite-backup.js';
import { acquireServerLock } from './sqlite/files/sqlite-server-lock.js';

const ROWS_PER_PAGE = 5_000;
/** Tables of the databases themselves: secrets, of which one is copied, and SQLite's sequences. */
const NOT_COPIED = /^(?:secrets|sqlite_.*)$/;

/** A row's values, in the order of the table's columns. */
type CopiedRow = readonly unknown[];

/** Runs a statement in one of the databases. The parameters are `$1`, `$2`, … in both. */
type Query = (sql: string, values?: readonly unknown[]) => Promise<CopiedRow[]>;

/**
 * @param file The SQLite database. No server may be using it.
 * @param url PostgreSQL: an empty database.
 * @returns the number of rows by table name. It is the same on both sides.
 * @throws an Error for the operator. PostgreSQL is then unchanged.
 */
export async function transferStore(
  file: string,
  url: string,
  schema: Schema,
  onProgress: OnProgress,
): Promise<Map<string, number>> {
  if (!existsSync(file)) throw new Error(`there is no database ${file}`);
  const lock = acquireServerLock(file);
  try {
    const source = openDatabase(file, schema); // migrates it to the newest schema
    try {
      source.exec('BEGIN'); // all rows come from one snapshot
      const tables = [...OPERATOR_TABLES, ...schema.tables];
      assertAllDefined(readSqliteCatalog(source), tables, 'SQLite');
      const readSource: Query = async (sql, values = []) =>
        source
          .prepare<unknown[], CopiedRow>(sql)
          .raw()
          .all(Object.fromEntries(values.map((value, index) => [index + 1, value])));
      return await copy(readSource, tables, url, schema, onProgress);
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
  onProgress: OnProgress,
): Promise<Map<string, number>> {
  return withMaintenance(url, async (client) => {
    const target: Query = async (text, values = []) =>
      (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
    await target('BEGIN');
    await excludeServers(target);
    await migrateIn(client, schema);
    await target(`LOCK TABLE ${tables.map(({ name }) => quote(name)).join(', ')}`); // also from reads
    const ours = new Set(tables.map(({ name }) => name)); // the database may have others, of extensions for example
    const catalog = (await readCatalog(client)).filter(({ table }) => ours.has(table));
    assertAllDefined(catalog, tables, 'PostgreSQL');
    const counts = new Map<string, number>();
    for (const table of tables) {
      if ((await countRows(target, table)) > 0)
        throw new Error(`it is not empty: there are rows in ${table.name}`);
      counts.set(table.name, await countRows(source, table));
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);

    await target('SET CONSTRAINTS ALL DEFERRED'); // a row may refer to a later one
    let copied = 0;
    for (const table of tables) {
      const written = readPages(target, table);
      const differ = () => new Error(`${table.name} is not the same on both sides; copy again`);
      for await (const rows of readPages(source, table)) {
        await insertRows(target, table, rows);
        const { value } = await written.next();
        if (toComparable(rows) !== toComparable(value ?? [])) throw differ();
        copied += rows.length;
        onProgress(copied, total);
      }
      if ((await countRows(target, table)) !== counts.get(table.name)) throw differ();
    }

    await target('UPDATE secrets SET value = $1 WHERE name = $2', [
      await readStoreId(source),
      STORE_ID,
    ]);
    for (const [name, lastId] of await readLastIds(source))
      await target("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [quote(name), lastId]);
    await target('ANALYZE');
    await target('COMMIT');
    return counts;
  });
}

/** Until the end of the transaction. @throws an Error for the operator if a server or another copy is using the database. */
async function excludeServers(query: Query): Promise<void> {
  const [row] = await query('SELECT pg_try_advisory_xact_lock($1)', [SERVING_LOCK]);
  if (row?.[0] !== true)
    throw new Error('a server or another copy is using it; stop that one first');
}

/** @throws an Error for the operator if the database has a column that would not be copied. */
function assertAllDefined(
  catalog: readonly CatalogColumn[],
  tables: readonly StoredTable[],
  database: string,
): void {
  const defined = new Set(
    tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
  );
  for (const { table, name } of catalog)
    if (!NOT_COPIED.test(table) && !defined.has(`${table}.${name}`))
      throw new Error(
        `${database} has the column ${table}.${name}, which this version does not know: it would be lost`,
      );
}

async function countRows(query: Query, { name }: StoredTable): Promise<number> {
  const [row] = await query(`SELECT count(*) FROM ${quote(name)}`);
  return Number(row?.[0]);
}

/** All rows, in the order of their keys, which is that of the bytes in both databases. */
async function* readPages(
  query: Query,
  { name, columns, key }: StoredTable,
): AsyncGenerator<CopiedRow[], undefined> {
  const parameters = key.map((_, index) => `$${index + 1}`).join(', ');
  for (let last: CopiedRow | undefined; ; ) {
    const where = last === undefined ? '' : `WHERE (${listOf(key)}) > (${parameters})`;
    const rows = await query(
      `SELECT ${listOf(columns)} FROM ${quote(name)} ${where} ORDER BY ${listOf(key)} LIMIT ${ROWS_PER_PAGE}`,
      last,
    );
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    yield rows;
    last = key.map((column) => lastRow[columns.indexOf(column)]);
  }
}

async function insertRows(
  query: Query,
  { name, columns }: StoredTable,
  rows: readonly CopiedRow[],
): Promise<void> {
  await query(
    `INSERT INTO ${quote(name)} (${listOf(columns)}) SELECT * FROM ${unnest(columns)}`,
    columns.map((_, index) => rows.map((row) => row[index])),
  );
}

/** Both drivers' values of a column become the same text. */
function toComparable(rows: readonly CopiedRow[]): string {
  return JSON.stringify(rows, (_, value) =>
    typeof value === 'bigint' || typeof value === 'number' ? `${value}` : value,
  );
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

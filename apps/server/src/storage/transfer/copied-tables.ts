// Tables of a copy: all that have a definition, whose columns are read on either side in the order of the key's bytes.
import type { Hash } from 'node:crypto';
import type { CatalogColumn } from '../check-schema.js';
import { listOf, quote, type StoredTable } from '../columns.js';
import { unnest } from '../postgres/sql.js';

/** A row's values, in the order of the table's columns. */
export type CopiedRow = readonly unknown[];

/** Runs a statement in one of the databases. The parameters are `$1`, `$2`, … in both. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<CopiedRow[]>;

const ROWS_PER_PAGE = 5_000;
/** Tables of the databases themselves: the schema's version, secrets of which one is copied, and SQLite's sequences. */
const NOT_COPIED = /^(?:animal_store_schema|secrets|sqlite_.*)$/;

/** @throws an Error for the operator if the database has a column that would not be copied. */
export function assertAllDefined(
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

export async function countRows(query: Query, { name }: StoredTable): Promise<number> {
  const [row] = await query(`SELECT count(*) FROM ${quote(name)}`);
  return Number(row?.[0]);
}

/** All rows, in the order of their keys. */
export async function* readPages(
  query: Query,
  { name, columns, key }: StoredTable,
): AsyncGenerator<CopiedRow[]> {
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

/** Adds all rows or none. PostgreSQL only. */
export async function insertRows(
  query: Query,
  { name, columns }: StoredTable,
  rows: readonly CopiedRow[],
): Promise<void> {
  await query(
    `INSERT INTO ${quote(name)} (${listOf(columns)}) SELECT * FROM ${unnest(columns)}`,
    columns.map((_, index) => rows.map((row) => row[index])),
  );
}

/** Adds rows to a hash, which is the same for those of both databases. */
export function hashRows(hash: Hash, rows: readonly CopiedRow[]): void {
  for (const row of rows) hash.update(`${JSON.stringify(row.map(normalize))}\n`);
}

/** Both drivers' values of a column become the same string. */
function normalize(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return `${value}`;
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

// Tables of a copy, and the SQL that reads them on either side. The catalogs of the databases say which tables and
// columns exist, so that a new column is copied without a change here. Both sides sort rows by the key's bytes.
import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';

/** A row's values, in the order of the table's columns. */
export type CopiedRow = readonly unknown[];

/** Runs a statement in one of the databases. The parameters are `$1`, `$2`, … in both. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<CopiedRow[]>;

export interface CopiedTable {
  name: string;
  columns: string[];
  /** The types of the columns in PostgreSQL. */
  types: string[];
  /** The columns of the primary key. */
  key: string[];
}

const ROWS_PER_PAGE = 5_000;

/** In the order in which the tables were created, which satisfies the foreign keys. Only one secret is copied. */
const SQLITE_COLUMNS = `SELECT t.name, c.name, c.pk > 0 FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
  WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND t.name <> 'secrets'
  ORDER BY t.rowid, c.cid`;
const POSTGRES_COLUMNS = `SELECT table_name, column_name, udt_name FROM information_schema.columns
  WHERE table_schema = current_schema()`;

/** @throws an Error for the operator if a column exists on one side only. */
export async function readTables(sqlite: Query, postgres: Query): Promise<CopiedTable[]> {
  const tables = new Map<string, CopiedTable>();
  const types = new Map<string, string>();
  for (const [table, column, type] of await postgres(POSTGRES_COLUMNS))
    types.set(`${table}.${column}`, `${type}`);
  for (const [name, column, isKey] of await sqlite(SQLITE_COLUMNS)) {
    const fullName = `${name}.${column}`;
    const type = types.get(fullName);
    if (type === undefined) throw new Error(`the column ${fullName} exists only in SQLite`);
    types.delete(fullName);
    const table = tables.get(`${name}`) ?? { name: `${name}`, columns: [], types: [], key: [] };
    tables.set(table.name, table);
    table.columns.push(`${column}`);
    table.types.push(type);
    if (isKey === 1n) table.key.push(`${column}`);
  }
  for (const fullName of types.keys()) {
    if (tables.has(fullName.slice(0, fullName.indexOf('.'))))
      throw new Error(`the column ${fullName} exists only in PostgreSQL`);
  }
  return [...tables.values()];
}

export async function countRows(query: Query, { name }: CopiedTable): Promise<number> {
  const [row] = await query(`SELECT count(*) FROM ${escapeIdentifier(name)}`);
  return Number(row?.[0]);
}

/** All rows, in the order of their keys. */
export async function* readPages(
  query: Query,
  { name, columns, key }: CopiedTable,
): AsyncGenerator<CopiedRow[]> {
  const parameters = key.map((_, index) => `$${index + 1}`).join(', ');
  for (let last: CopiedRow | undefined; ; ) {
    const where = last === undefined ? '' : `WHERE (${listOf(key)}) > (${parameters})`;
    const rows = await query(
      `SELECT ${listOf(columns)} FROM ${escapeIdentifier(name)} ${where} ORDER BY ${listOf(key)} LIMIT ${ROWS_PER_PAGE}`,
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
  table: CopiedTable,
  rows: readonly CopiedRow[],
): Promise<void> {
  const { name, columns, types } = table;
  const arrays = types.map((type, index) => `$${index + 1}::${escapeIdentifier(type)}[]`);
  await query(
    `INSERT INTO ${escapeIdentifier(name)} (${listOf(columns)}) SELECT * FROM unnest(${arrays.join(', ')})`,
    columns.map((_, index) => rows.map((row) => row[index])),
  );
}

/** SHA-256 over all rows in the order of their keys. */
export async function hashRows(
  query: Query,
  table: CopiedTable,
  onPage: (rows: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const rows of readPages(query, table)) {
    for (const row of rows) hash.update(`${JSON.stringify(row.map(normalize))}\n`);
    onPage(rows.length);
  }
  return hash.digest('hex');
}

/** Both drivers' values of a column become the same string. */
function normalize(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return `${value}`;
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

function listOf(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ');
}

// Check of a database's schema against the table definitions, so that a missing migration stops the start.
import { type Column, type Dialect, SQL_TYPES } from './columns.js';
import { requiredObjects } from './constraints.js';
import { OPERATOR_TABLES } from './operator-tables.js';
import type { Schema } from './schema.js';

/** Of a name in PostgreSQL. */
const MAX_NAME_BYTES = 63;

/** A column as the database's catalog describes it. */
export interface CatalogColumn {
  table: string;
  name: string;
  /** The SQL type, in upper case. */
  type: string;
  /** SQLite's 0 or 1, or PostgreSQL's boolean. */
  isNullable: bigint | boolean;
}

/**
 * @param names Of indexes, constraints and triggers.
 * @throws an Error for the operator that names the first table, column or constraint that does not fit.
 */
export function checkSchema(
  dialect: Dialect,
  catalog: readonly CatalogColumn[],
  names: readonly string[],
  { tables }: Pick<Schema, 'tables'>,
): void {
  if (dialect === 'postgres') assertShortNames(tables);
  const known = new Map(catalog.map((column) => [`${column.table}.${column.name}`, column]));
  for (const table of [...OPERATOR_TABLES, ...tables]) {
    if (!catalog.some((column) => column.table === table.name)) {
      throw mismatch(`the table ${table.name} does not exist`);
    }
    for (const column of table.columns) {
      const name = `${table.name}.${column.name}`;
      const problem = findProblem(dialect, column, known.get(name));
      if (problem !== undefined) throw mismatch(`the column ${name} ${problem}`);
    }
  }
  for (const { name, reason, migration } of tables.flatMap(requiredObjects))
    if (!names.includes(name))
      throw mismatch(`${reason}, but there is no ${name} (\`${migration}\`)`);
}

function assertShortNames(tables: Schema['tables']): void {
  const named = tables.flatMap((table) => [table, ...table.columns, ...requiredObjects(table)]);
  const long = named.find(({ name }) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  if (long === undefined) return;
  throw new Error(
    `PostgreSQL cuts off the name ${long.name}, which has more than ${MAX_NAME_BYTES} bytes: shorten that of the table or of the property`,
  );
}

function findProblem(
  dialect: Dialect,
  { name, kind, null: meaning }: Column,
  found: CatalogColumn | undefined,
): string | undefined {
  if (found === undefined) return 'does not exist';
  const type = SQL_TYPES[dialect][kind];
  if (found.type !== type) return `has the type ${found.type}, not ${type}`;
  if (name === 'id') return undefined; // SQLite does not say that a primary key is NOT NULL
  const isNullable = meaning !== undefined;
  if (Boolean(found.isNullable) === isNullable) return undefined;
  return isNullable ? 'is NOT NULL, but the property may be absent' : 'must be NOT NULL';
}

function mismatch(problem: string): Error {
  return new Error(`${problem}: append a migration, since one that was applied does not run again`);
}

// Schema of a store: the shop's tables, and the migrations that create them beside the operator's tables.
import type { Listing } from '@animal-store/core/contract-data';
import { codeOf, errorMessage } from '../lib/error-message.js';
import { type Dialect, SQL_TYPES, type SqlTypes } from './columns.js';
import { type AnyResource, type Table, type TableDefinition, toTable } from './table.js';

/** SQL for both databases, from their names of types. */
export type Migration = (type: SqlTypes) => string;

/** The definition of a store. @template Resources The stores of its tables, by name. */
export interface Schema<Resources extends object = object> {
  /** The product's, as an identifier: it begins names that PostgreSQL and Prometheus share among programs. */
  name: string;
  tables: readonly Table[];
  /** The version that this program uses. */
  version: number;
  /** The SQL that migrates a database from a version. 0: there is no store. */
  migrationsFrom(version: number, dialect: Dialect): string[];
  /** Never present. */
  resources?: Resources;
}

/** The name of random bytes in `secrets` that identify the store. */
export const STORE_ID = 'store';

/** Versions before it were never released. */
const FIRST_VERSION = 6;
/** Of what an error shows of a migration. */
const MAX_LINE_LENGTH = 80;

export function defineSchema<Resources extends object>(
  name: string,
  definitions: Readonly<Record<string, TableDefinition>>,
  migrations: readonly Migration[],
  listings?: readonly Listing[],
): Schema<Resources> {
  const tables = Object.entries(definitions).map(([table, one]) => toTable(table, one, listings));
  const referenced = tables.flatMap(({ columns }) => columns.map(({ references }) => references));
  return {
    name,
    tables: tables.map((table) => ({
      ...table,
      isConstrained: table.isConstrained || referenced.includes(table.name),
    })),
    version: FIRST_VERSION - 1 + migrations.length,
    migrationsFrom: (version, dialect) =>
      migrations
        .slice(version === 0 ? 0 : version - FIRST_VERSION + 1)
        .map((migration) => migration(SQL_TYPES[dialect])),
  };
}

/** Errors of a statement, not of the database: SQLite's codes, and SQLSTATEs but that of a missing right. */
const STATEMENT_ERROR = /^(?:SQLITE_(?:ERROR|CONSTRAINT|MISMATCH)|0A|2[123]|42(?!501))/;

/**
 * @param migrations The newest ones of the schema. @param index Of the one that failed.
 * @returns the error to throw: for an error of the statement, one that names its entry.
 */
export function toMigrationError(
  { version }: Schema,
  migrations: readonly string[],
  index: number,
  error: unknown,
): unknown {
  if (!STATEMENT_ERROR.test(codeOf(error))) return error;
  const all = version - FIRST_VERSION + 1;
  const entry = all - migrations.length + index + 1;
  const [line = ''] = migrations[index]?.trim().split('\n') ?? [];
  const shown = line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
  const message = `migrations.ts: entry ${entry} (${shown}) failed: ${errorMessage(error)}`;
  return new Error(message, { cause: error });
}

/**
 * @param prepare Called once for each table.
 * @returns a function that creates the stores of all tables in a context, such as a transaction.
 */
export function prepareResources<Resources extends object, Context>(
  { tables }: Schema<Resources>,
  prepare: (table: Table) => (context: Context) => AnyResource,
): (context: Context) => Resources {
  const prepared = tables.map((table) => [table.name, prepare(table)] as const);
  return (context) => {
    const stores = prepared.map(([name, create]) => [name, create(context)]);
    return Object.fromEntries(stores) as Resources; // its type is derived from the same definitions
  };
}

/** @throws an Error for the operator if this program cannot migrate a database of that version. */
export function assertSupported(version: number, schema: Schema): void {
  if (version > schema.version) {
    throw new Error(
      `its schema version ${version} is newer than ${schema.version}, the newest that this program supports: upgrade the program`,
    );
  }
  if (version > 0 && version < FIRST_VERSION) {
    throw new Error(
      `its schema version ${version} is from before the first release: name a new database in DATABASE_URL, and import the data again`,
    );
  }
}

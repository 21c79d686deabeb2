// Schema migrations of PostgreSQL, safe for any number of nodes that start at once.
import { randomBytes } from 'node:crypto';
import type { Int64 } from '@animal-store/core';
import type pg from 'pg';
import { type CatalogColumn, checkSchema } from '../check-schema.js';
import { OPERATOR_TABLES } from '../operator-tables.js';
import { assertSupported, type Schema, STORE_ID, toMigrationError } from '../schema.js';
import { withMaintenance } from './pool/postgres-client.js';

/** An arbitrary number that no other program in the database uses. */
const MIGRATION_LOCK = 7_236_485_001;
const STORE_ID_BYTES = 32;
const MIN_SERVER_VERSION = 150_000;

/**
 * Migrates in one transaction, under an advisory lock that is held until its end. Of several concurrent processes, one
 * migrates and the others find the newest schema. A process that dies midway leaves no change.
 * @param onMissing Called before the tables are created, in the one process that creates them. If it throws, they are not.
 * @returns the version before.
 * @throws PostgreSQL's error, or an Error for the operator if the database is newer than this program or another's,
 * or does not fit the table definitions.
 */
export function migrate(url: string, schema: Schema, onMissing?: () => void): Promise<number> {
  return withMaintenance(url, async (client) => {
    const version = await readVersion(client, schema);
    if (version === schema.version) {
      checkSchema('postgres', await readCatalog(client), await readNames(client), schema);
      return version; // without the lock
    }
    await client.query('BEGIN');
    const from = await migrateIn(client, schema, onMissing);
    await client.query('COMMIT');
    return from;
  });
}

/** As `migrate`, in the client's transaction. */
export async function migrateIn(
  client: pg.Client,
  schema: Schema,
  onMissing?: () => void,
): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const from = await readVersion(client, schema);
  const versionTable = versionTableOf(schema);
  if (from === 0) {
    onMissing?.();
    await client.query(`CREATE TABLE IF NOT EXISTS ${versionTable} (version BIGINT NOT NULL)`);
  }
  const migrations = schema.migrationsFrom(from, 'postgres');
  for (const [index, sql] of migrations.entries())
    await client.query(sql).catch((error: unknown) => {
      throw toMigrationError(schema, migrations, index, error);
    });
  await client.query(`DELETE FROM ${versionTable}`);
  await client.query(`INSERT INTO ${versionTable} VALUES ($1)`, [schema.version]);
  await client.query('INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    STORE_ID,
    randomBytes(STORE_ID_BYTES),
  ]);
  checkSchema('postgres', await readCatalog(client), await readNames(client), schema);
  return from;
}

function versionTableOf({ name }: Schema): string {
  return `${name}_schema`;
}

/** As readVersion. */
export function readSchemaVersion(url: string, schema: Schema): Promise<number> {
  return withMaintenance(url, (client) => readVersion(client, schema));
}

export async function readCatalog(client: pg.Client): Promise<CatalogColumn[]> {
  const { rows } = await client.query<CatalogColumn>(
    `SELECT table_name AS table, column_name AS name, upper(data_type) AS type, is_nullable = 'YES' AS "isNullable"
     FROM information_schema.columns WHERE table_schema = current_schema()`,
  );
  return rows;
}

/** Of indexes and constraints. */
async function readNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'i' AND relnamespace = current_schema()::regnamespace
     UNION SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

/** 0: the database is new. @throws an Error for the operator if this program, or its role, cannot use the database. */
async function readVersion(client: pg.Client, schema: Schema): Promise<number> {
  const { role, namespace } = await checkServer(client);
  // The catalog is queried as a table: functions such as to_regclass cache, and miss what another node has just
  // created. The information schema shows a role only the tables that it has rights on.
  const versionTable = versionTableOf(schema);
  const own = [...OPERATOR_TABLES, ...schema.tables].map(({ name }) => name);
  const { rows: tables } = await client.query<{ name: string; isReadable: boolean }>(
    `SELECT relname AS name, has_table_privilege(pg_class.oid, 'SELECT') AS "isReadable"
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relkind = ANY ('{r,p,v,f}') AND relname = ANY ($2)`,
    [namespace, [versionTable, ...own]],
  );
  const [first] = tables;
  if (first === undefined) return 0;
  if (!tables.some(({ name }) => name === versionTable))
    throw new Error(
      `it belongs to another program: it has a table "${first.name}", which is not ours`,
    );
  const unreadable = tables.find(({ isReadable }) => !isReadable);
  if (unreadable !== undefined)
    throw new Error(
      `the role "${role}" has no rights on the table "${unreadable.name}": connect as its owner, or GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${namespace}" TO "${role}"`,
    );
  const { rows } = await client.query<{ version: Int64 }>(`SELECT version FROM ${versionTable}`);
  const version = Number(rows[0]?.version ?? 0);
  assertSupported(version, schema);
  return version;
}

interface Server {
  version: string;
  versionNumber: number;
  encoding: string;
  role: string;
  /** The schema of the tables. Null if the role may use none. */
  namespace: string | null;
  searchPath: string;
}

/** @throws an Error for the operator if PostgreSQL is too old, stores other text than UTF-8, or lets the role into no schema. */
async function checkServer(client: pg.Client) {
  const { rows } = await client.query<Server>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
       current_setting('server_encoding') AS encoding, current_user AS role, current_schema() AS namespace,
       current_setting('search_path') AS "searchPath"`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error('PostgreSQL does not say what it is');
  const { version, versionNumber, encoding, role, namespace, searchPath } = server;
  if (versionNumber < MIN_SERVER_VERSION)
    throw new Error(`PostgreSQL ${version} is too old: 15 or later is needed`);
  if (encoding !== 'UTF8')
    throw new Error(
      `its encoding is ${encoding}: it must be UTF8; create it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`,
    );
  if (namespace === null)
    throw new Error(`the role "${role}" may use no schema of its search_path (${searchPath})`);
  return { role, namespace };
}

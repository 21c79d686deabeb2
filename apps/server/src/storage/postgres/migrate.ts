// Schema migrations of PostgreSQL, safe for any number of nodes that start at once.
import { randomBytes } from 'node:crypto';
import type { Int64 } from '@animal-store/contract';
import type pg from 'pg';
import { type CatalogColumn, checkSchema } from '../check-schema.js';
import { assertSupported, type Schema, STORE_ID } from '../schema.js';
import { withMaintenance } from './client.js';

/** An arbitrary number that no other program in the database uses. */
const MIGRATION_LOCK = 7_236_485_001;
const STORE_ID_BYTES = 32;

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
      checkSchema('postgres', await readCatalog(client), schema);
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
  if (from === 0) {
    onMissing?.();
    await client.query('CREATE TABLE IF NOT EXISTS animal_store_schema (version BIGINT NOT NULL)');
  }
  for (const migration of schema.migrationsFrom(from, 'postgres')) await client.query(migration);
  await client.query('DELETE FROM animal_store_schema');
  await client.query('INSERT INTO animal_store_schema VALUES ($1)', [schema.version]);
  await client.query('INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    STORE_ID,
    randomBytes(STORE_ID_BYTES),
  ]);
  checkSchema('postgres', await readCatalog(client), schema);
  return from;
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

/** 0: the database is new. @throws an Error if this program cannot use the version, or the database is another program's. */
async function readVersion(client: pg.Client, schema: Schema): Promise<number> {
  // The catalog is queried as a table: functions such as to_regclass cache, and miss what another node has just
  // created.
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name = ANY ($1)`,
    [['animal_store_schema', ...schema.tables.map(({ name }) => name)]],
  );
  const [first] = tables;
  if (first === undefined) return 0;
  if (!tables.some(({ name }) => name === 'animal_store_schema'))
    throw new Error(
      `it belongs to another program: it has a table "${first.name}", which is not ours`,
    );
  const { rows } = await client.query<{ version: Int64 }>(
    'SELECT version FROM animal_store_schema',
  );
  const version = Number(rows[0]?.version ?? 0);
  assertSupported(version, schema);
  return version;
}

// Migration of a database to the newest schema, safe for any number of nodes that start at once.

import { randomBytes } from 'node:crypto';
import type { Int64 } from '@animal-store/contract';
import type pg from 'pg';
import { endClient } from './end-client.js';
import { connectForMaintenance } from './maintenance-client.js';
import { MIGRATIONS } from './migrations.js';

/** An arbitrary number that no other program in the database uses. */
const MIGRATION_LOCK = 7_236_485_001;
const CURSOR_SECRET_BYTES = 32;

export interface Migration {
  from: number;
  to: number;
}

/**
 * Migrates in one transaction, under an advisory lock that is held until its end. Of several concurrent processes, one
 * migrates and the others find the newest schema. A process that dies midway leaves no change.
 * @throws PostgreSQL's error, or an Error for the operator if the database is newer than this program or another's.
 */
export async function migrate(url: string, migrations = MIGRATIONS): Promise<Migration> {
  const client = await connectForMaintenance(url);
  try {
    const known = await readVersion(client, migrations.length);
    if (known === migrations.length) return { from: known, to: known }; // without the lock
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const from = await readVersion(client, migrations.length);
    if (from === 0)
      await client.query(
        'CREATE TABLE IF NOT EXISTS animal_store_schema (version BIGINT NOT NULL)',
      );
    for (const migration of migrations.slice(from)) await client.query(migration);
    await client.query('DELETE FROM animal_store_schema');
    await client.query('INSERT INTO animal_store_schema VALUES ($1)', [migrations.length]);
    await client.query("INSERT INTO secrets VALUES ('cursor', $1) ON CONFLICT DO NOTHING", [
      randomBytes(CURSOR_SECRET_BYTES),
    ]);
    await client.query('COMMIT');
    return { from, to: migrations.length };
  } finally {
    await endClient(client); // this releases the lock and rolls back what is not committed
  }
}

async function readVersion(client: pg.Client, newest: number): Promise<number> {
  // The catalog is queried as a table: functions such as to_regclass cache, and miss what another node has just
  // created.
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name IN ('animal_store_schema', 'pets')`,
  );
  const versioned = tables.some(({ name }) => name === 'animal_store_schema');
  if (!versioned && tables.length > 0) {
    throw new Error('it belongs to another program: it has a table «pets», which is not ours');
  }
  if (!versioned) return 0;
  const { rows } = await client.query<{ version: Int64 }>(
    'SELECT version FROM animal_store_schema',
  );
  const version = Number(rows[0]?.version ?? 0);
  if (version > newest) {
    throw new Error(
      `it is of version ${version}, this program knows only ${newest}: use a newer program`,
    );
  }
  return version;
}

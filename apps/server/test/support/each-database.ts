// An empty database for each test: a SQLite file, and a database or a schema in PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSetting } from '@animal-store/engine/internal/storage/create-store';
import Database from 'better-sqlite3';
import { describeIfService } from './describe-if-service.js';
import { createDatabase, type TestDatabase } from './postgres.js';

type DatabaseName = 'SQLite' | 'PostgreSQL';

/** As DATABASE_URL sets it. */
export function settingOf({ url }: { url: string }): DatabaseSetting {
  const [, file] = /^file:(.*)/.exec(url) ?? [];
  return file === undefined ? { kind: 'postgres', url } : { kind: 'sqlite', file };
}

/** @param createPostgres `createSchema` is faster, but the locks of servers and imports are those of a database. */
export function describeEachDatabase(
  define: (database: TestDatabase, name: DatabaseName) => void,
  createPostgres?: () => Promise<TestDatabase>,
): void {
  describe('in SQLite', () => define(useNew(createFile), 'SQLite'));
  describeIfService('PostgreSQL')('in PostgreSQL', () =>
    define(createPostgres ? useNew(createPostgres) : useDatabase(), 'PostgreSQL'),
  );
}

/** Those of a block are dropped at its end, when every test has closed what it opened. */
function useNew(create: () => Promise<TestDatabase>): TestDatabase {
  const database = Object.create(null);
  const drops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    Object.assign(database, await create());
    drops.push(database.drop);
  });
  afterAll(() => Promise.all(drops.map((drop) => drop())));
  return database;
}

/** A database in PostgreSQL that is empty before each test. That takes a third of the time of a new one. */
export function useDatabase(): TestDatabase {
  const database = Object.create(null);
  beforeAll(async () => Object.assign(database, await createDatabase()));
  beforeEach(() => database.query(EMPTY));
  afterAll(() => database.drop());
  return database;
}

/** As a database is after its creation, without connections. */
const EMPTY = `DO $$ DECLARE name text; BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  EXECUTE format('ALTER DATABASE %I RESET ALL', current_database());
  FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)' LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', name);
  END LOOP;
  CREATE SCHEMA public;
  GRANT USAGE ON SCHEMA public TO PUBLIC;
END $$`;

export async function createFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
  const file = join(folder, 'store.db');
  return {
    url: `file:${file}`,
    query: async (sql) => ({ rows: querySqlite(file, sql) }),
    drop: async () => rmSync(folder, { recursive: true }),
  };
}

/** Runs a query or statements on a separate connection. @returns the rows of a query. */
export function querySqlite(file: string, sql: string): Record<string, unknown>[] {
  const isQuery = sql.startsWith('SELECT');
  const database = new Database(file, { readonly: isQuery });
  try {
    if (isQuery) return database.prepare<[], Record<string, unknown>>(sql).all();
    database.exec(sql);
    return [];
  } finally {
    database.close();
  }
}

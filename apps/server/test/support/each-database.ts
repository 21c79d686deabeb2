// A new database for each test: a SQLite file, and a database or a schema in PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describeIfService } from './describe-if-service.js';
import { createDatabase, type TestDatabase } from './postgres.js';

type DatabaseName = 'SQLite' | 'PostgreSQL';

/** @param createPostgres `createSchema` is faster, but the locks of servers and imports are those of a database. */
export function describeEachDatabase(
  define: (database: TestDatabase, name: DatabaseName) => void,
  createPostgres = createDatabase,
): void {
  describe('in SQLite', () => define(useNew(createFile), 'SQLite'));
  describeIfService('PostgreSQL')('in PostgreSQL', () =>
    define(useNew(createPostgres), 'PostgreSQL'),
  );
}

/** A new database in PostgreSQL for each test. */
export function useDatabase(): TestDatabase {
  return useNew(createDatabase);
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

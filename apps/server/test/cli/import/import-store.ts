// Store for the tests of imports: a SQLite file or a database in PostgreSQL, and files to import.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describeIfService } from '../../support/describe-if-service.js';
import type { TestService } from '../../support/open-test-service.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import type { InProcessOptions } from '../../support/run-in-process.js';
import type { CliResult } from '../../support/spawn-cli.js';
import { type TempStore, useTempStore } from '../../support/use-temp-store.js';

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface ImportStore {
  /** The folder of the files that are imported. */
  readonly folder: string;
  readonly options: InProcessOptions;
  /** Writes a file into the folder, and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  run(...args: string[]): Promise<CliResult>;
  query(sql: string): Promise<Rows>;
  /** Opens the service on the store. It is closed after the test. */
  open(): Promise<TestService>;
}

export function describeEachDatabase(define: (store: ImportStore) => void): void {
  describe('into SQLite', () => {
    const store = useTempStore();
    const url = () => `file:${store.file}`;
    define(toImportStore(store, url, async (sql) => {
      const database = new Database(store.file, { readonly: true });
      try {
        return database.prepare<[], Record<string, unknown>>(sql).all();
      } finally {
        database.close();
      }
    }));
  });
  describeIfService('PostgreSQL')('into PostgreSQL', () => {
    const store = useTempStore();
    let database: TestDatabase;
    beforeEach(async () => {
      database = await createDatabase();
    });
    afterEach(() => database.drop());
    const url = () => database.url;
    define(toImportStore(store, url, async (sql) => (await database.query(sql)).rows));
  });
}

function toImportStore(
  store: TempStore,
  url: () => string,
  query: ImportStore['query'],
): ImportStore {
  const env = () => ({ DATABASE_URL: url() });
  return {
    get folder() {
      return store.folder;
    },
    get options() {
      return { env: env() };
    },
    async write(name, content) {
      const path = join(store.folder, name);
      await writeFile(path, content);
      return path;
    },
    run: (...args) => store.cli(args, env()),
    query,
    open: () => store.open(env()),
  };
}

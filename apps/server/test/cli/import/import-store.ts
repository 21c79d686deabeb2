// Store for the tests of imports: a SQLite file or a database in PostgreSQL, and files to import.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEachDatabase } from '../../support/each-database.js';
import type { TestService } from '../../support/open-test-service.js';
import type { InProcessOptions } from '../../support/run-in-process.js';
import type { CliResult } from '../../support/spawn-cli.js';
import { useTempStore } from '../../support/use-temp-store.js';

interface ImportStore {
  /** The folder of the files that are imported. */
  readonly folder: string;
  readonly options: InProcessOptions;
  /** Writes a file into the folder, and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  run(...args: string[]): Promise<CliResult>;
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Opens the service on the store. It is closed after the test. */
  open(): Promise<TestService>;
}

export function describeEachImport(define: (store: ImportStore) => void): void {
  describeEachDatabase((database) => {
    const store = useTempStore();
    const env = () => ({ DATABASE_URL: database.url });
    define({
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
      query: async (sql) => (await database.query(sql)).rows,
      open: () => store.open(env()),
    });
  });
}

// Test data: a SQLite database with the schema and API keys of the animal store, filled with animals by one statement.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { ANIMAL_STORE, type Store } from './servers.js';

const UNLIMITED = ['--plan', 'enterprise', '--per-minute', '100000000', '--per-day', '1000000000'];

export function seed(file: string, animals: number): Store {
  const store = createStore(file);
  insertAnimals(file, 1, animals);
  return store;
}

/** The schema and two keys, without animals. */
export function createStore(file: string): Store {
  const key = createKey(file, UNLIMITED);
  const freeKey = createKey(file, ['--plan', 'free']);
  return { file, key, freeKey };
}

/** Inserts the animals with the ids from `first` to `last`. No process may have the database open. */
export function insertAnimals(file: string, first: number, last: number): void {
  const database = new Database(file);
  database.pragma('journal_mode = MEMORY'); // a failed run starts again with a new file
  database.pragma('synchronous = OFF');
  database
    .prepare(
      `INSERT INTO pets (id, name, category_id, status)
       WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       SELECT n, 'Animal number ' || n, n % 50,
              CASE n % 4 WHEN 0 THEN 'available' WHEN 1 THEN 'pending' WHEN 2 THEN 'sold' END
       FROM numbers`,
    )
    .run(BigInt(first), BigInt(last)); // a number would be bound as a float
  database.pragma('journal_mode = WAL');
  database.close();
}

/** Copies the database. No process may have it open. */
export function copyDatabase(store: Store, file: string): Store {
  copyFileSync(store.file, file);
  return { ...store, file };
}

function createKey(file: string, plan: readonly string[]): string {
  const args = [ANIMAL_STORE, 'keys', 'create', '--name', 'bench', ...plan];
  return execFileSync(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: `file:${file}` },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  }).trim();
}

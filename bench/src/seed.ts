// Test data: a SQLite database with the schema and API keys of the animal store, filled with animals by one statement; and its copies.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ANIMAL_STORE, type Store } from './servers.js';

const UNLIMITED = ['--plan', 'enterprise', '--per-minute', '100000000', '--per-day', '1000000000'];

export function seed(file: string, animals: number): Store {
  const key = createKey(file, UNLIMITED);
  const freeKey = createKey(file, ['--plan', 'free']);
  const database = new Database(file);
  database.pragma('synchronous = OFF'); // a failed run starts again with a new file
  database
    .prepare(
      `INSERT INTO pets (id, name, category_id, status)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       SELECT n, 'Animal number ' || n, n % 50,
              CASE n % 4 WHEN 0 THEN 'available' WHEN 1 THEN 'pending' WHEN 2 THEN 'sold' END
       FROM numbers`,
    )
    .run(BigInt(animals)); // a number would be bound as a float
  database.close();
  return { file, key, freeKey };
}

/** No process may have the store open. */
export function copyStore(store: Store, folder: string, name: string): Store {
  const file = join(folder, `${name}.db`);
  copyFileSync(store.file, file);
  return { ...store, file };
}

/** Copies the animals and the API keys into an empty database. */
export function copyToPostgres(store: Store, databaseUrl: string, rateLimitUrl: string): Store {
  const url = new URL(databaseUrl);
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  const args = [ANIMAL_STORE, 'copy', '--from', `file:${store.file}`, '--to', url.href];
  execFileSync(process.execPath, args, { stdio: 'ignore', env });
  return { ...store, shared: { databaseUrl, rateLimitUrl } };
}

function createKey(file: string, plan: readonly string[]): string {
  const args = [ANIMAL_STORE, 'keys', 'create', '--name', 'bench', ...plan];
  return execFileSync(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: `file:${file}` },
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  }).trim();
}

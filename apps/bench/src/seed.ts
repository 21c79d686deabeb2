// Makes the database that every contestant gets a copy of: the product's own schema and keys, the animals by one statement.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { commandLine } from './contestants.js';
import type { Seeded } from './seeded.js';

export function seed(file: string, animals: number): Seeded {
  const key = issueRoomyKey(file);
  const freeKey = issueKey(file, '--plan', 'free');
  const database = new Database(file);
  database.pragma('journal_mode = MEMORY'); // nothing is lost if this fails: it is made anew
  database.pragma('synchronous = OFF');
  database
    .prepare(
      `INSERT INTO pets (name, category_id, status)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       SELECT 'Animal number ' || n, n % 50,
              CASE n % 4 WHEN 0 THEN 'available' WHEN 1 THEN 'pending' WHEN 2 THEN 'sold' END
       FROM numbers`,
    )
    .run(animals);
  database.pragma('journal_mode = WAL');
  database.close();
  return { file, key, freeKey };
}

/** The same database for somebody else. Only for one that nobody has open. */
export function copyOf(seeded: Seeded, file: string): Seeded {
  copyFileSync(seeded.file, file);
  return { ...seeded, file };
}

/** With room for any measurement. The database is made if it is not there. */
export function issueRoomyKey(file: string): string {
  const quota = ['--per-minute', '100000000', '--per-day', '1000000000'];
  return issueKey(file, '--plan', 'enterprise', ...quota);
}

function issueKey(file: string, ...wanted: string[]): string {
  return execFileSync(
    process.execPath,
    [commandLine, 'keys', 'create', '--name', 'bench', ...wanted],
    {
      env: { ...process.env, DATABASE_URL: `file:${file}` },
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    },
  ).trim();
}

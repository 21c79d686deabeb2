// A SQLite store from outside of the server: contents, integrity, file hashes.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createKeyApart } from '../support/run-cli.js';
import type { CliOptions } from '../support/spawn-cli.js';

/** Creates an enterprise key from outside of this process. The default quota is large enough for any test. */
export function createUnlimitedKey(
  { file }: Required<Pick<CliOptions, 'file'>>,
  { perMinute = 100_000_000, perDay = 1_000_000_000 } = {},
): Promise<string> {
  return createKeyApart({ file }, 'enterprise', { perMinute, perDay });
}

/** Adds so many animals that a copy takes many steps. */
export function addAnimals(file: string, prefix: string, count = 100_000): void {
  const database = new Database(file);
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO pets (name, category_id) SELECT ? || '-' || i || printf('%.*c', 80, '.'), 1 FROM n`,
    )
    .run(count, prefix);
  database.close();
}

export interface StoreContents {
  /** Names by id. */
  names: Map<number, string>;
  /** Result of SQLite's integrity check: `ok`. */
  integrity: string;
}

/** Works while a server is running. */
export function readStore(file: string): StoreContents {
  const database = new Database(file, { readonly: true });
  try {
    const rows = database.prepare<[], [number, string]>('SELECT id, name FROM pets').raw().all();
    return {
      names: new Map(rows),
      integrity: String(database.pragma('integrity_check', { simple: true })),
    };
  } finally {
    database.close();
  }
}

/** Hashes of the files in a folder, except the empty lock file of a running server. */
export async function hashFiles(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const names = await readdir(folder);
  for (const name of names.filter((one) => !one.includes('-serving')).sort()) {
    files.set(name, digest(await readFile(join(folder, name))));
  }
  return files;
}

function digest(content: Buffer): string {
  return `${content.length} bytes, ${createHash('sha256').update(content).digest('hex')}`;
}

// A SQLite store from outside of the server: contents, integrity, file hashes.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { querySqlite } from '../support/each-database.js';
import { queryOnce } from '../support/postgres.js';
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
  querySqlite(
    file,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO pets (name, category_id) SELECT '${prefix}-' || i || printf('%.*c', 80, '.'), 1 FROM n`,
  );
}

interface StoreContents {
  /** Names by id. */
  names: Map<number, string>;
  /** Result of SQLite's integrity check: `ok`. */
  integrity: string;
}

/** Works while a server is running. */
export function readStore(file: string): StoreContents {
  const rows = querySqlite(file, 'SELECT id, name FROM pets');
  const [check] = querySqlite(file, 'SELECT * FROM pragma_integrity_check');
  return {
    names: new Map(rows.map(({ id, name }) => [Number(id), String(name)])),
    integrity: String(check?.integrity_check),
  };
}

/** Names by id, in a database of either kind. A file must be intact, too. */
export async function readNames(url: string): Promise<Map<number, string>> {
  if (url.startsWith('postgres:')) {
    const { rows } = await queryOnce(url, 'SELECT id::int, name FROM pets');
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
  const { names, integrity } = readStore(url.slice('file:'.length));
  expect(integrity).toBe('ok');
  return names;
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

// Looks into a store from outside: what it holds, and whether it is sound.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createKey } from '../support/run-cli.js';
import type { CliOptions } from '../support/spawn-cli.js';

/** Issues a key with room for any test, or for as much as it says. */
export function createRoomyKey(
  { file }: Required<Pick<CliOptions, 'file'>>,
  { perMinute = 100_000_000, perDay = 1_000_000_000 } = {},
): Promise<string> {
  return createKey({ file }, 'enterprise', { perMinute, perDay });
}

export interface Stored {
  /** Names of the animals by identifier. */
  names: Map<number, string>;
  /** What SQLite's full check says: `ok`. */
  integrity: string;
}

/** Also while a server is running on it. */
export function readStored(file: string): Stored {
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

/** What every file of a folder holds, as a digest, but the empty one that a server holds while it runs, and what is beside that. */
export async function snapshot(folder: string): Promise<Map<string, string>> {
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

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

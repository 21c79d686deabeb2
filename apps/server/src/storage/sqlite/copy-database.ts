// Owns backups and their return: whole copies of a database file, checked before they get their name.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { findFault } from './check-database.js';
import { holdServing } from './hold-serving.js';
import { readVersion } from './open-database.js';

/** Some MiB at a time, so that there is progress to show. */
const PAGES_PER_STEP = 1_000;

/** Called again and again while the copy grows, at last with `done` equal to `total`. Both count pages. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Writes all that is committed at this moment to `backup`, while a server may go on writing to `file`.
 * @throws an Error for the operator; then there is no `backup`.
 */
export async function backUp(file: string, backup: string, onProgress: OnProgress): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no database ${file}`);
  if (existsSync(backup)) throw new Error(`${backup} exists already; choose another name`);
  await copy(file, backup, onProgress);
}

/**
 * Makes `backup` the database `file`.
 * @param force Also where there is a database already, which is then gone.
 * @throws an Error for the operator; then `file` is as it was.
 */
export async function restore(
  backup: string,
  file: string,
  force: boolean,
  onProgress: OnProgress,
): Promise<void> {
  if (!existsSync(backup)) throw new Error(`there is no backup ${backup}`);
  const fault = findFault(backup);
  if (fault !== undefined) throw new Error(`the backup ${backup} cannot be trusted: ${fault}`);
  const release = holdServing(file);
  try {
    if (existsSync(file) && !force) {
      throw new Error(`the database ${file} exists already; --force replaces it`);
    }
    await copy(backup, existsSync(file) ? realpathSync(file) : file, onProgress);
  } finally {
    release();
  }
}

/** Under another name until it is whole, checked, and on disk. */
async function copy(source: string, target: string, onProgress: OnProgress): Promise<void> {
  const unfinished = `${target}.unfinished`;
  try {
    removeDatabase(unfinished);
    closeSync(openSync(unfinished, 'w', 0o600)); // it holds the hashes of keys
    await copyPages(source, unfinished, onProgress);
    assertSound(unfinished);
    flush(unfinished);
    if (existsSync(target)) emptyLog(target);
    renameSync(unfinished, target);
    flush(dirname(target));
  } catch (error) {
    removeDatabase(unfinished);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot copy ${source} to ${target}: ${reason}`, { cause: error });
  }
}

async function copyPages(source: string, target: string, onProgress: OnProgress): Promise<void> {
  const database = new Database(source, { readonly: true });
  try {
    // One look at the source for the whole copy: otherwise each commit of a server would make it begin anew.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    readVersion(database);
    const { totalPages: all } = await database.backup(target, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
    onProgress(all, all);
  } finally {
    database.close();
  }
}

/** Every page, every index, and that it needs no other file beside it. */
function assertSound(file: string): void {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = DELETE');
    const verdict = String(database.pragma('integrity_check(1)', { simple: true }));
    if (verdict !== 'ok') throw new Error(`the copy is damaged: ${verdict}`);
  } finally {
    database.close();
  }
}

/** So that a database that is about to be replaced is whole until then, and leaves no log for its successor. */
function emptyLog(file: string): void {
  try {
    const database = new Database(file);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  } catch {
    // It is damaged, which may be why it is being replaced.
  }
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    rmSync(`${file}${suffix}`, { force: true });
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

// Backup and restore: complete copies of a database file, verified before they get their final name.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { errorMessage } from '../../../lib/error-message.js';
import { STORE_ID } from '../../schema.js';
import { withDatabase } from '../sqlite-database.js';
import { isBusy, isCorrupt } from '../sqlite-errors.js';
import { type Check, findDamage, findFileDamage } from './check-database.js';
import { readUserVersion } from './open-database.js';
import { acquireServerLock } from './sqlite-server-lock.js';
import { createFile } from './store-files.js';

/** A few MiB for each step, so that progress can be reported. */
const PAGES_PER_STEP = 1_000;
const LOCK_TIMEOUT_MS = 1_000;

/** Called repeatedly while a copy grows, finally with `done` equal to `total`. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Writes everything that is committed now to `backup`. A server may keep writing to `file` meanwhile.
 * @throws an Error for the operator. No `backup` was created then, and an existing one is unchanged.
 */
export async function backUp(file: string, backup: string, onProgress: OnProgress): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no store at ${file}; check DATABASE_URL`);
  if (existsSync(backup)) throw new Error(`${backup} exists already; choose another name`);
  const damage = findFileDamage(file) ?? findOtherContent(file);
  if (damage !== undefined) throw new Error(`cannot back up ${file}: ${damage}`);
  const suffix = randomBytes(4).toString('hex'); // two backups to one name may run at once
  const unfinished = `${backup}.${suffix}.unfinished`;
  await copy(file, file, unfinished, backup, onProgress, () => {
    linkSync(unfinished, backup); // unlike rename, it fails if the name was taken meanwhile
    rmSync(unfinished);
  });
}

/** @throws an Error for the operator if `backup` is missing or damaged, or holds no store. */
export function verifyBackup(backup: string, check: Check = 'integrity_check'): void {
  const size = statSync(backup, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`there is no backup ${backup}`);
  const damage =
    size === 0 ? 'it is empty' : (findDamage(backup, check) ?? findOtherContent(backup));
  if (damage !== undefined) throw new Error(`the backup ${backup} cannot be trusted: ${damage}`);
}

/**
 * Restores `backup` as the database `file`.
 * @param force Replaces an existing database, whose data is then lost.
 * @throws an Error for the operator. The database then has its old content.
 */
export async function restore(
  backup: string,
  file: string,
  force: boolean,
  onProgress: OnProgress,
): Promise<void> {
  verifyBackup(backup, 'quick_check'); // the copy gets the other check
  const lock = acquireServerLock(file);
  try {
    const existing = [file, `${file}-wal`].find((path) => existsSync(path));
    if (existing !== undefined && !force) {
      throw new Error(`${existing} exists already; --force replaces the database`);
    }
    const unfinished = `${file}.restore.unfinished`; // one name: the lock excludes other restores
    removeDatabase(unfinished); // of a restore that was killed
    await copy(file, backup, unfinished, file, onProgress, () => {
      removeLog(file);
      renameSync(unfinished, file);
    });
  } finally {
    lock.release();
  }
}

/**
 * Copies to `unfinished`. Once that is complete, verified and flushed to disk, `finish` gives it the name `target`.
 * @param store Whose owner the copy gets.
 */
async function copy(
  store: string,
  source: string,
  unfinished: string,
  target: string,
  onProgress: OnProgress,
  finish: () => void,
): Promise<void> {
  try {
    createFile(unfinished, store);
    verify(unfinished, await copyPages(source, unfinished, onProgress));
    flush(unfinished);
    finish();
    flush(dirname(target));
  } catch (error) {
    removeDatabase(unfinished);
    const reason = errorMessage(error, target);
    throw new Error(`cannot copy ${source} to ${target}: ${reason}`, { cause: error });
  }
}

/** @returns the number of pages. */
async function copyPages(source: string, target: string, onProgress: OnProgress): Promise<number> {
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    // One read transaction for the whole copy: otherwise each commit of a server would restart the backup.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    const { totalPages } = await database.backup(target, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
    onProgress(totalPages, totalPages);
    return totalPages;
  } finally {
    database.close();
  }
}

/** Which store the backup is of. Undefined if it cannot be read. */
export function readIdentity(backup: string): unknown {
  const identity = `SELECT hex(value) FROM secrets WHERE name = '${STORE_ID}'`;
  try {
    return withDatabase(backup, { readonly: true }, (database) =>
      database.prepare(identity).pluck().get(),
    );
  } catch {
    return undefined;
  }
}

/** Undefined if it has this service's tables: any program may use `user_version` as we do. */
function findOtherContent(file: string): string | undefined {
  const tables = "SELECT 1 FROM sqlite_schema WHERE name IN ('api_keys', 'counters', 'secrets')";
  try {
    const isStore = withDatabase(
      file,
      { readonly: true },
      (database) => readUserVersion(database) > 0 && database.prepare(tables).all().length === 3,
    );
    return isStore ? undefined : 'it holds no store';
  } catch (error) {
    return errorMessage(error);
  }
}

/** Verifies every page and every index, and that the copy needs no other file beside it. */
function verify(file: string, pages: number): void {
  withDatabase(file, {}, (database) => {
    database.pragma('journal_mode = DELETE');
    const result = String(database.pragma('integrity_check(1)', { simple: true }));
    if (result !== 'ok') throw new Error(`the copy is damaged: ${result}`);
    const copied = Number(database.pragma('page_count', { simple: true }));
    if (copied !== pages) throw new Error(`the copy has ${copied} of ${pages} pages`);
  });
}

/**
 * Checkpoints and deletes the log of a database that is about to be replaced. The old database stays complete until
 * then, and SQLite finds no old log that it would apply to the new one.
 */
function removeLog(file: string): void {
  try {
    if (existsSync(file))
      withDatabase(
        file,
        { timeout: LOCK_TIMEOUT_MS },
        (database) => database.pragma('journal_mode = DELETE'), // needs exclusive access
      );
  } catch (error) {
    if (isBusy(error)) throw new Error('another program has it open', { cause: error });
    if (!isCorrupt(error)) throw error; // a damaged one has nothing to lose, and may be the reason for the restore
  }
  removeSidecars(file);
  flush(dirname(file));
}

function removeDatabase(file: string): void {
  removeSidecars(file);
  rmSync(file, { force: true });
}

function removeSidecars(file: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true });
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

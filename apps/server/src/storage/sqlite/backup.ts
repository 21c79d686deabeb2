// Backup and restore: complete copies of a database file, verified before they get their final name.
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { findFault, findLoss } from './check-database.js';
import { isBusy, isDamage } from './health.js';
import { readVersion } from './open-database.js';
import { acquireLock } from './server-lock.js';

/** A few MiB for each step, so that progress can be reported. */
const PAGES_PER_STEP = 1_000;
const LOCK_WAIT_MS = 1_000;

/** Called repeatedly while the copy grows, finally with `done` equal to `total`. Both count pages. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Writes everything that is committed now to `backup`. A server may keep writing to `file` meanwhile.
 * @throws an Error for the operator. No `backup` was created then, and an existing one is unchanged.
 */
export async function backUp(file: string, backup: string, onProgress: OnProgress): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no database ${file}`);
  if (existsSync(backup)) throw new Error(`${backup} exists already; choose another name`);
  const loss = findLoss(file);
  if (loss !== undefined) throw new Error(`cannot back up ${file}: ${loss}`);
  await copy(file, backup, onProgress, (finished) => {
    linkSync(finished, backup); // unlike rename, it fails if the name was taken meanwhile
    rmSync(finished);
  });
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
  assertBackup(backup);
  const release = acquireLock(file);
  try {
    const target = existsSync(file) ? realpathSync(file) : file;
    const inTheWay = [target, `${target}-wal`].find((path) => existsSync(path));
    if (inTheWay !== undefined && !force) {
      throw new Error(`${inTheWay} exists already; --force replaces the database`);
    }
    removeLeftovers(target);
    await copy(backup, target, onProgress, (finished) => {
      giveToOwner(finished, target);
      emptyLog(target);
      renameSync(finished, target);
    });
  } finally {
    release();
  }
}

/** @throws an Error for the operator: a missing, empty or damaged backup would lose the database that it replaces. */
function assertBackup(backup: string): void {
  const size = statSync(backup, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`there is no backup ${backup}`);
  const fault = size === 0 ? 'it is empty' : findFault(backup);
  if (fault !== undefined) throw new Error(`the backup ${backup} cannot be trusted: ${fault}`);
}

/** Deletes the files of restores that were killed. This process holds the server lock, so no other restore runs. */
function removeLeftovers(target: string): void {
  const isLeftover = /^\.[0-9a-f]{8}\.unfinished(?:-journal)?$/;
  const name = basename(target);
  for (const other of readdirSync(dirname(target))) {
    if (!other.startsWith(name) || !isLeftover.test(other.slice(name.length))) continue;
    rmSync(join(dirname(target), other), { force: true });
  }
}

/**
 * Copies to a file with a temporary name. Once the copy is complete, verified and flushed to disk, `finish` gives it
 * its final name.
 */
async function copy(
  source: string,
  target: string,
  onProgress: OnProgress,
  finish: (finished: string) => void,
): Promise<void> {
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    closeSync(openSync(unfinished, 'wx', 0o600)); // it contains key hashes
    const pages = await copyPages(source, unfinished, onProgress);
    assertSound(unfinished, pages);
    flush(unfinished);
    finish(unfinished);
    flush(dirname(target));
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(`${unfinished}${suffix}`, { force: true });
    const reason = errorMessage(error);
    throw new Error(`cannot copy ${source} to ${target}: ${reason}`, { cause: error });
  }
}

/** @returns the number of pages. */
async function copyPages(source: string, target: string, onProgress: OnProgress): Promise<number> {
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    // One read transaction for the whole copy: otherwise each commit of a server would restart the backup.
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    if (!isStore(database)) throw new Error(`${source} holds no store`);
    const { totalPages: all } = await database.backup(target, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages - remainingPages, totalPages);
        return PAGES_PER_STEP;
      },
    });
    onProgress(all, all);
    return all;
  } finally {
    database.close();
  }
}

/** Whether it has this service's tables: any program may use `user_version` as we do. */
function isStore(database: Database.Database): boolean {
  const tables = database.prepare(
    "SELECT 1 FROM sqlite_schema WHERE name IN ('pets', 'api_keys', 'secrets')",
  );
  return readVersion(database) > 0 && tables.all().length === 3;
}

/** Verifies every page and every index, and that the copy needs no other file beside it. */
function assertSound(file: string, pages: number): void {
  const database = new Database(file, { fileMustExist: true });
  try {
    database.pragma('journal_mode = DELETE');
    const verdict = String(database.pragma('integrity_check(1)', { simple: true }));
    if (verdict !== 'ok') throw new Error(`the copy is damaged: ${verdict}`);
    const found = Number(database.pragma('page_count', { simple: true }));
    if (found !== pages) throw new Error(`the copy has ${found} of ${pages} pages`);
  } finally {
    database.close();
  }
}

/** A restore often runs as root, but the server does not. */
function giveToOwner(file: string, target: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(target) ? target : dirname(target));
  chownSync(file, uid, gid);
}

/**
 * Checkpoints and deletes the log of a database that is about to be replaced. The old database stays complete until
 * then, and SQLite finds no old log that it would apply to the new one.
 */
function emptyLog(target: string): void {
  if (existsSync(target)) copyLogBack(target);
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${target}${suffix}`, { force: true });
  flush(dirname(target));
}

function copyLogBack(target: string): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(target, { fileMustExist: true, timeout: LOCK_WAIT_MS });
    database.pragma('journal_mode = DELETE'); // needs exclusive access
  } catch (error) {
    if (isBusy(error)) throw new Error('another program has it open', { cause: error });
    if (!isDamage(error)) throw error; // a damaged one has nothing to lose, and may be the reason for the restore
  } finally {
    database?.close();
  }
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

// Owns backups and their return: whole copies of a database file, checked before they get their name.
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
import { messageOf } from '../../message-of.js';
import { findFault, findLoss } from './check-database.js';
import { isBusy, isDamage } from './health.js';
import { holdServing } from './hold-serving.js';
import { readVersion } from './open-database.js';

/** Some MiB at a time, so that there is progress to show. */
const PAGES_PER_STEP = 1_000;
const LOCK_WAIT_MS = 1_000;

/** Called again and again while the copy grows, at last with `done` equal to `total`. Both count pages. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Writes all that is committed at this moment to `backup`, while a server may go on writing to `file`.
 * @throws an Error for the operator; then there is no `backup`, or the one that was there.
 */
export async function backUp(file: string, backup: string, onProgress: OnProgress): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no database ${file}`);
  if (existsSync(backup)) throw new Error(`${backup} exists already; choose another name`);
  const loss = findLoss(file);
  if (loss !== undefined) throw new Error(`cannot back up ${file}: ${loss}`);
  await copy(file, backup, onProgress, (finished) => {
    linkSync(finished, backup); // unlike a renaming, it fails if somebody has taken the name meanwhile
    rmSync(finished);
  });
}

/**
 * Makes `backup` the database `file`.
 * @param force Also where there is a database already, which is then gone.
 * @throws an Error for the operator; then the database holds what it held.
 */
export async function restore(
  backup: string,
  file: string,
  force: boolean,
  onProgress: OnProgress,
): Promise<void> {
  assertBackup(backup);
  const release = holdServing(file);
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

/** @throws an Error for the operator: anything that is not a whole database of ours would be a loss. */
function assertBackup(backup: string): void {
  const size = statSync(backup, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new Error(`there is no backup ${backup}`);
  const fault = size === 0 ? 'it is empty' : findFault(backup);
  if (fault !== undefined) throw new Error(`the backup ${backup} cannot be trusted: ${fault}`);
}

/** What restores that were killed have left. We hold the database, so no other can be at work. */
function removeLeftovers(target: string): void {
  const isLeftover = /^\.[0-9a-f]{8}\.unfinished(?:-journal)?$/;
  const name = basename(target);
  for (const other of readdirSync(dirname(target))) {
    if (!other.startsWith(name) || !isLeftover.test(other.slice(name.length))) continue;
    rmSync(join(dirname(target), other), { force: true });
  }
}

/**
 * Copies under a name of its own, and once the copy is whole, checked, and on disk, lets `finish` give it the one it is for.
 */
async function copy(
  source: string,
  target: string,
  onProgress: OnProgress,
  finish: (finished: string) => void,
): Promise<void> {
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    closeSync(openSync(unfinished, 'wx', 0o600)); // it holds the hashes of keys
    const pages = await copyPages(source, unfinished, onProgress);
    assertSound(unfinished, pages);
    flush(unfinished);
    finish(unfinished);
    flush(dirname(target));
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(`${unfinished}${suffix}`, { force: true });
    const reason = messageOf(error);
    throw new Error(`cannot copy ${source} to ${target}: ${reason}`, { cause: error });
  }
}

/** Returns how many there are. */
async function copyPages(source: string, target: string, onProgress: OnProgress): Promise<number> {
  const database = new Database(source, { readonly: true, fileMustExist: true });
  try {
    // One look at the source for the whole copy: otherwise each commit of a server would make it begin anew.
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

/** Whether it has our tables: any program may count its versions as we do. */
function isStore(database: Database.Database): boolean {
  const tables = database.prepare(
    "SELECT 1 FROM sqlite_schema WHERE name IN ('pets', 'api_keys', 'secrets')",
  );
  return readVersion(database) > 0 && tables.all().length === 3;
}

/** Every page, every index, and that it needs no other file beside it. */
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

/** Restoring is often root's work, serving is not. */
function giveToOwner(file: string, target: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(target) ? target : dirname(target));
  chownSync(file, uid, gid);
}

/** So that a database that is about to be replaced is whole until then, and leaves no log for its successor to take up. */
function emptyLog(target: string): void {
  if (existsSync(target)) copyLogBack(target);
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${target}${suffix}`, { force: true });
  flush(dirname(target));
}

function copyLogBack(target: string): void {
  let database: Database.Database | undefined;
  try {
    database = new Database(target, { fileMustExist: true, timeout: LOCK_WAIT_MS });
    database.pragma('journal_mode = DELETE'); // needs the database for itself
  } catch (error) {
    if (isBusy(error)) throw new Error('another program has it open', { cause: error });
    if (!isDamage(error)) throw error; // a damaged one has nothing to lose, and may be why it is replaced
  } finally {
    database?.close();
  }
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

// Server lock and import lock: one server and one import at a time for each database file. A server counts requests in its
// own memory, so a second one on the same file would double every quota. Operator commands may run beside the server.
import { chmodSync, existsSync, statSync, utimesSync } from 'node:fs';
import Database from 'better-sqlite3';
import { errorMessage } from '../../../lib/error-message.js';
import type { ServerLoad, ServerLock } from '../../store.js';
import { withDatabase } from '../sqlite-database.js';
import { isBusy } from '../sqlite-errors.js';
import { ensureFile, sidecarOf } from './store-files.js';

/** How long to wait for a process that is just stopping. */
const LOCK_TIMEOUT_MS = 500;
/** The mode of the lock file, which tells an import how busy the server is. A write lock would make the server wait for a check. */
const MODES = { idle: 0o600, busy: 0o700 };

/** Another process holds the lock. */
class LockHeldError extends Error {}

/**
 * Holds the lock on `file` until it is released or the process ends.
 * @throws an Error for the operator if another process holds the lock, or the folder is not writable.
 */
export function acquireServerLock(file: string): Pick<ServerLock, 'setLoad' | 'release'> {
  const refusal = `a server is serving ${file} already; stop it first`;
  const release = holdLock(file, 'serving', refusal);
  if (file === ':memory:') return { setLoad: () => {}, release };
  const lockFile = sidecarOf(file, 'serving');
  const setLoad: ServerLock['setLoad'] = (load) => {
    const now = new Date();
    try {
      chmodSync(lockFile, MODES[load]);
      utimesSync(lockFile, now, now); // an earlier version has set 1970
    } catch {} // of another user, or deleted
  };
  setLoad('idle');
  return { setLoad, release };
}

/** As acquireServerLock, for one import at a time. */
export function acquireImportLock(file: string): () => void {
  const refusal = `another import into ${file} is running; run this one when that has ended`;
  return holdLock(file, 'importing', refusal);
}

/** A lock of the operating system on an empty file beside `file`, so a crash leaves nothing to clean up. */
function holdLock(file: string, purpose: string, refusal: string): () => void {
  if (file === ':memory:') return () => {};
  const lockFile = sidecarOf(file, purpose);
  const unusable = (error: unknown) =>
    new Error(`cannot use ${file}: ${errorMessage(error, lockFile)}`, { cause: error });
  try {
    ensureFile(lockFile, file); // its system calls give the reason of a failure, and SQLite's errors do not
  } catch (error) {
    throw unusable(error);
  }
  const database = new Database(lockFile, { timeout: LOCK_TIMEOUT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw isBusy(error) ? new LockHeldError(refusal) : unusable(error);
  }
  return () => database.close();
}

/** @throws an Error for the operator if this user cannot take the locks. They may be held, and none is created. */
export function assertLockable(file: string): void {
  for (const purpose of ['serving', 'importing'])
    try {
      if (existsSync(sidecarOf(file, purpose))) holdLock(file, purpose, '')();
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
    }
}

/** The load of the server that holds the lock on `file`. A server that starts meanwhile waits for the end of this check. */
export function readServerLoad(file: string): ServerLoad {
  const lockFile = sidecarOf(file, 'serving');
  if (!existsSync(lockFile)) return 'none';
  try {
    withDatabase(lockFile, { readonly: true, timeout: 0 }, (database) =>
      database.prepare('SELECT 1 FROM sqlite_schema').get(),
    );
    return 'none';
  } catch (error) {
    if (isBusy(error)) return (statSync(lockFile).mode & 0o100) > 0 ? 'busy' : 'idle';
    throw error;
  }
}

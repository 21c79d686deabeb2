// Server lock and import lock: one server and one import at a time for each database file. A server counts requests in its
// own memory, so a second one on the same file would double every quota. Operator commands may run beside the server.
import { existsSync, realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { isBusy } from './errors.js';
import { ensureFile } from './open-database.js';

/** How long to wait for a process that is just stopping. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Holds the lock on `file` until the returned function is called or the process ends.
 * @throws an Error for the operator if another process holds the lock, or the folder is not writable.
 */
export function acquireLock(file: string): () => void {
  const refusal = `a server is serving ${file} already; stop it first`;
  return holdLock(file, 'serving', refusal);
}

/** As acquireLock, for one import at a time. */
export function acquireImportLock(file: string): () => void {
  const refusal = `another import into ${file} is running; run this one when that has ended`;
  return holdLock(file, 'importing', refusal);
}

/** A lock of the operating system on an empty file beside `file`, so a crash leaves nothing to clean up. */
function holdLock(file: string, purpose: string, refusal: string): () => void {
  if (file === ':memory:') return () => {};
  const lockFile = lockFileOf(file, purpose);
  try {
    ensureFile(lockFile); // its system calls give the reason of a failure, and SQLite's errors do not
  } catch (error) {
    throw new Error(`cannot use ${file}: ${errorMessage(error)}`, { cause: error });
  }
  const database = new Database(lockFile, { timeout: LOCK_TIMEOUT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new Error(refusal);
  }
  return () => database.close();
}

/** Whether a server holds the lock on `file`. A server that starts meanwhile waits for the end of this check. */
export function isServed(file: string): boolean {
  const lockFile = lockFileOf(file, 'serving');
  if (!existsSync(lockFile)) return false;
  const database = new Database(lockFile, { readonly: true, timeout: 0 });
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** One lock, whichever symbolic link leads to `file`. */
function lockFileOf(file: string, purpose: string): string {
  return `${existsSync(file) ? realpathSync(file) : file}-${purpose}`;
}

// Server lock: one server at a time for each database file. A server counts requests in its own memory, so a second one
// on the same file would double every quota. Operator commands may run beside the server.
import { existsSync, realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { isBusy } from './errors.js';
import { ensureFile } from './open-database.js';

/** How long to wait for a server that is just stopping. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Holds the lock on `file` until the returned function is called or the process ends. It is a lock of the operating
 * system on an empty file beside `file`, so a crash leaves nothing to clean up.
 * @throws an Error for the operator if another process holds the lock, or the folder is not writable.
 */
export function acquireLock(file: string): () => void {
  if (file === ':memory:') return () => {};
  const target = existsSync(file) ? realpathSync(file) : file; // one lock, whichever symbolic link leads there
  const lockFile = `${target}-serving`;
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
    throw new Error(`another server is serving ${file} already; stop that one first`);
  }
  return () => database.close();
}

// Server lock: one server at a time for each database file. A server counts requests in its own memory, so a second one
// on the same file would double every quota. Operator commands may run beside the server.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { errorMessage } from '../../lib/error-message.js';
import { isBusy } from './health.js';
import { createFile } from './raw-files.js';

/** How long to wait for a server that is just stopping. */
const WAIT_MS = 500;

/**
 * Holds the lock on `file` until the returned function is called or the process ends. It is a lock of the operating
 * system on an empty file beside `file`, so a crash leaves nothing to clean up.
 * @throws an Error for the operator if another process holds the lock, or the folder is not writable.
 */
export function acquireLock(file: string): () => void {
  if (file === ':memory:') return () => {};
  const target = existsSync(file) ? realpathSync(file) : file; // one lock, whichever symbolic link leads there
  makeSidecar(file, `${target}-serving`);
  const sidecar = new Database(`${target}-serving`, { timeout: WAIT_MS });
  try {
    sidecar.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sidecar.close();
    if (!isBusy(error)) throw error;
    throw new Error(`another server is serving ${file} already; stop that one first`);
  }
  return () => sidecar.close();
}

/** Uses system calls, because their errors give the reason of a failure and SQLite's do not. */
function makeSidecar(file: string, sidecar: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    createFile(sidecar);
  } catch (error) {
    const reason = errorMessage(error);
    throw new Error(`cannot use ${file}: ${reason}`, { cause: error });
  }
}

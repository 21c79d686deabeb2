// Owns the rule that a database file has one server at a time. A server counts requests in its own memory, so a second
// one on the same file would admit every quota once more. Commands of the operator may run beside it.
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf } from '../../message-of.js';
import { isBusy } from './health.js';

/** How long to wait for a server that is just stopping. */
const WAIT_MS = 500;

/**
 * Holds `file` until the returned function is called or the process ends, however it ends: the hold is a lock of the
 * operating system on an empty file beside it, so a crash leaves nothing behind to clean up.
 * @throws an Error for the operator if another process holds it, or the folder cannot be written.
 */
export function holdServing(file: string): () => void {
  if (file === ':memory:') return () => {};
  const target = existsSync(file) ? realpathSync(file) : file; // one hold, whichever link leads there
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

/** By the system's own calls: they say why not, where SQLite would not. */
function makeSidecar(file: string, sidecar: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(sidecar, 'a', 0o600));
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot use ${file}: ${reason}`, { cause: error });
  }
}

// Owns the question whether another process has committed. It is asked once for each request, when its key is looked up;
// what the request reads behind that is never older.
//
// SQLite answers by `PRAGMA data_version`, for which it takes a lock and gives it back. But whoever commits must change the
// head of the log's index first, so as long as that is the same to the last byte, so is the answer, and one short read
// tells. Source: «The WAL-Index File Format» in SQLite's documentation, 2.1: the WalIndexHdr at offset 0.
import { openSync, readSync, realpathSync } from 'node:fs';
import type { SqliteDatabase } from './open-database.js';

const HEAD_BYTES = 48;

export class DataVersion {
  readonly #ask: { get(): unknown };
  readonly #index: number | undefined;
  #head = Buffer.alloc(HEAD_BYTES);
  #lastHead = Buffer.alloc(HEAD_BYTES);
  #current: unknown;

  constructor(database: Pick<SqliteDatabase, 'prepare' | 'name' | 'memory'>) {
    this.#ask = database.prepare('PRAGMA data_version').pluck();
    this.#current = this.#ask.get(); // now there is an index
    this.#index = database.memory ? undefined : openIndex(database.name);
  }

  refresh(): void {
    if (this.#index !== undefined) {
      readSync(this.#index, this.#head, 0, HEAD_BYTES, 0);
      if (this.#head.equals(this.#lastHead)) return;
      [this.#head, this.#lastHead] = [this.#lastHead, this.#head]; // read before it is asked: what comes between is asked again
    }
    this.#current = this.#ask.get();
  }

  /** Another value than before if another connection had committed at the last refresh; our own commits leave it as it is. */
  get current(): unknown {
    return this.#current;
  }
}

/**
 * Never closed: by POSIX, closing any descriptor of a file takes away all locks that the process has on it, and SQLite's
 * are on this one. Undefined where it cannot be had: then SQLite is asked each time.
 */
function openIndex(file: string): number | undefined {
  try {
    return openSync(`${realpathSync(file)}-shm`, 'r');
  } catch {
    return undefined;
  }
}

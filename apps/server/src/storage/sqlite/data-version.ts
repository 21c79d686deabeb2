// Detection of commits by other processes. It is refreshed once for each request, when the request's key is looked up.
// What the request reads after that is never older.
//
// `PRAGMA data_version` detects such commits, but it takes and releases a lock. A commit always changes the header of
// the log's index (`-shm`) first. While that header is byte-identical, the data version is unchanged, so one short read
// replaces the pragma. Source: "The WAL-Index File Format" in SQLite's documentation, 2.1: the WalIndexHdr at offset 0.
import { readSync, realpathSync } from 'node:fs';
import type { SqliteDatabase } from './open-database.js';
import { openIndex } from './raw-files.js';

const HEAD_BYTES = 48;

export class DataVersion {
  readonly #ask: { get(): unknown };
  readonly #index: number | undefined;
  #head = Buffer.alloc(HEAD_BYTES);
  #lastHead = Buffer.alloc(HEAD_BYTES);
  #current: unknown;

  constructor(database: Pick<SqliteDatabase, 'prepare' | 'name' | 'memory'>) {
    this.#ask = database.prepare('PRAGMA data_version').pluck();
    this.#current = this.#ask.get(); // this query creates the index
    this.#index = database.memory ? undefined : tryOpenIndex(database.name);
  }

  refresh(): void {
    if (this.#index !== undefined) {
      readSync(this.#index, this.#head, 0, HEAD_BYTES, 0);
      if (this.#head.equals(this.#lastHead)) return;
      [this.#head, this.#lastHead] = [this.#lastHead, this.#head]; // before the pragma, so no commit is missed
    }
    this.#current = this.#ask.get();
  }

  /** Changes if another connection had committed by the last refresh. Our own commits do not change it. */
  get current(): unknown {
    return this.#current;
  }
}

/** Undefined if the index cannot be opened. Each refresh then runs the pragma. */
function tryOpenIndex(file: string): number | undefined {
  try {
    return openIndex(`${realpathSync(file)}-shm`);
  } catch {
    return undefined;
  }
}

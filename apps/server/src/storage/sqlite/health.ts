// Owns what an error of SQLite means: wait for a lock, make room, or stop the process.
import { messageOf } from '../../message-of.js';
import { StorageFull, StorageUnavailable } from '../store.js';

/** What a disk without room answers: the write itself, and the growing of the file that the log is indexed in. */
const NO_ROOM = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

/** After these nobody knows what a further write would do; what is on disk is found again by a new start. */
const BREAKING = /^SQLITE_(?:IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

export class Health {
  /** Resolves when the first error is met that no retry can mend. */
  readonly broken: Promise<Error>;
  #isBroken = false;
  #isFull = false;
  #reportBroken: (error: Error) => void = () => {};

  constructor() {
    this.broken = new Promise((resolve) => {
      this.#reportBroken = resolve;
    });
  }

  /** Whether a write found no room, and nobody has found any since. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** There is room again for whatever a request writes: that a smaller write fits says nothing. */
  foundRoom(): void {
    this.#isFull = false;
  }

  /** @throws StorageUnavailable once something is broken. */
  assertSound(): void {
    if (this.#isBroken) throw new StorageUnavailable('the database is broken');
  }

  /** Reads. @throws StorageUnavailable if the database cannot. */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.judge(error);
    }
  }

  /** What to throw in the place of `error`: StorageUnavailable if SQLite cannot work now; anything else as it is. */
  judge(error: unknown): unknown {
    const code = codeOf(error) ?? '';
    if (isBusy(error)) {
      return new StorageUnavailable('another process holds the database', { cause: error });
    }
    if (NO_ROOM.includes(code)) {
      this.#isFull = true;
      return new StorageFull('the disk is full', { cause: error });
    }
    if (!BREAKING.test(code)) return error;
    const unavailable = new StorageUnavailable(`the database is broken: ${messageOf(error)}`, {
      cause: error,
    });
    this.#isBroken = true;
    this.#reportBroken(unavailable);
    return unavailable;
  }
}

/** Whether another process holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return codeOf(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** Whether a file is not, or no longer, a database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error) ?? '');
}

/**
 * Told by the code, not by the class: where the driver's module is loaded twice in a process, as by a test runner, the
 * class of its errors is that of the first copy.
 */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

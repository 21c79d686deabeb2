// Classification of SQLite's errors: database busy, disk full, or broken so that the process must stop.
import { errorMessage } from '../../lib/error-message.js';
import { StorageFullError, StorageUnavailableError } from '../../model.js';

/** Error codes of a full disk: from the write itself, and from growing the log's index (`-shm`). */
const NO_ROOM = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'];

/** After these errors, the effect of another write is undefined. A restart recovers what is on disk. */
const BREAKING = /^SQLITE_(?:IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

export class Health {
  /** Resolves at the first error that no retry can repair. */
  readonly broken: Promise<Error>;
  #isBroken = false;
  #isFull = false;
  #reportBroken: (error: Error) => void = () => {};

  constructor() {
    this.broken = new Promise((resolve) => {
      this.#reportBroken = resolve;
    });
  }

  /** Whether a write has failed on a full disk, and `foundRoom` has not been called since. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Call it after a write larger than any request's has succeeded. A smaller write that fits proves nothing. */
  foundRoom(): void {
    this.#isFull = false;
  }

  /** @throws StorageUnavailableError once the database is broken. */
  assertSound(): void {
    if (this.#isBroken) throw new StorageUnavailableError('the database is broken');
  }

  /** Runs a read. @throws StorageUnavailableError if the database cannot be read now. */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.judge(error);
    }
  }

  /** @returns the error to throw: StorageUnavailableError if SQLite cannot work now, otherwise `error` itself. */
  judge(error: unknown): unknown {
    const code = codeOf(error) ?? '';
    if (isBusy(error)) {
      return new StorageUnavailableError('another process holds the database', { cause: error });
    }
    if (NO_ROOM.includes(code)) {
      this.#isFull = true;
      return new StorageFullError('the disk is full', { cause: error });
    }
    if (!BREAKING.test(code)) return error;
    const unavailable = new StorageUnavailableError(
      `the database is broken: ${errorMessage(error)}`,
      {
        cause: error,
      },
    );
    this.#isBroken = true;
    this.#reportBroken(unavailable);
    return unavailable;
  }
}

/** Whether another process holds the required lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** Whether the file is damaged, or is not a database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error) ?? '');
}

/**
 * Errors are recognized by their code, not by `instanceof`: where the driver's module is loaded twice in a process, as
 * by a test runner, its errors have the class of the first copy.
 */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

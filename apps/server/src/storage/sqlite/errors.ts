// Classification of SQLite's errors: the database is locked, the disk is full, or the process must stop.
import { errorMessage, isDiskFull } from '../../lib/error-message.js';
import { StorageFullError, StorageUnavailableError } from '../../model.js';

/** After these errors, the effect of another write is undefined. A restart recovers what is on disk. */
const FATAL_CODES = /^SQLITE_(?:IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

/** The state of an open database, as its errors show it. */
export class Health {
  /** Resolves at the first fatal error. */
  readonly broken: Promise<Error>;
  /** Whether a write has failed on a full disk. Reset it only after a write larger than any request's has succeeded. */
  isDiskFull = false;
  readonly #file: string;
  #isBroken = false;
  #resolveBroken: (error: Error) => void = () => {};

  /** @param file The path of the database. */
  constructor(file: string) {
    this.#file = file;
    this.broken = new Promise((resolve) => {
      this.#resolveBroken = resolve;
    });
  }

  /** @throws StorageUnavailableError after a fatal error. */
  assertNotBroken(): void {
    if (this.#isBroken) throw new StorageUnavailableError('the database is broken');
  }

  /**
   * Records what the error says about the database.
   * @returns the error to throw: StorageUnavailableError if SQLite cannot work now, otherwise `error` itself.
   */
  translate(error: unknown): unknown {
    const code = codeOf(error);
    if (isBusy(error)) {
      return new StorageUnavailableError('another process holds the database', { cause: error });
    }
    if (isDiskFull(error)) {
      this.isDiskFull = true;
      return new StorageFullError(this.#file, { cause: error });
    }
    if (!FATAL_CODES.test(code)) return error;
    const reason = `the database is broken: ${errorMessage(error)}`;
    const unavailable = new StorageUnavailableError(reason, { cause: error });
    this.#isBroken = true;
    this.#resolveBroken(unavailable);
    return unavailable;
  }
}

/** Whether another process holds the required lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** Whether the file is damaged, or is not a database. */
export function isCorrupt(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error));
}

/**
 * SQLite's error code, or an empty string. `instanceof` does not work: where the driver's module is loaded twice in a
 * process, as by a test runner, its errors have the class of the first copy.
 */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
  return typeof code === 'string' ? code : '';
}

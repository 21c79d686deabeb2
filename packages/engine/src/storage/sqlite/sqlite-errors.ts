// Classification of SQLite's errors: the database is locked, the disk is full, or the process must stop.
import { codeOf, errorMessage, isDiskFull } from '../../lib/error-message.js';
import { StorageFullError, StorageUnavailableError } from '../../model.js';

/** After these errors, the effect of another write is undefined. A restart recovers what is on disk. */
const FATAL_CODES = /^SQLITE_(?:IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN|NOMEM|PROTOCOL)/;

export type Health = ReturnType<typeof createHealth>;

/** The state of an open database, as its errors show it. @param file The path of the database. */
export function createHealth(file: string) {
  let isBroken = false;
  let resolveBroken: (error: Error) => void = () => {};
  const health = {
    /** Resolves at the first fatal error. */
    broken: new Promise<Error>((resolve) => {
      resolveBroken = resolve;
    }),
    /** Whether a write has failed on a full disk. Reset it only after a write larger than any request's has succeeded. */
    isDiskFull: false,
    /** @throws StorageUnavailableError after a fatal error. */
    assertNotBroken(): void {
      if (isBroken) throw new StorageUnavailableError('the database is broken');
    },
    /**
     * Records what the error says about the database.
     * @returns the error to throw: StorageUnavailableError if SQLite cannot work now, otherwise `error` itself.
     */
    translate(error: unknown): unknown {
      if (isBusy(error)) {
        return new StorageUnavailableError('another process holds the database', { cause: error });
      }
      if (isDiskFull(error)) {
        health.isDiskFull = true;
        return new StorageFullError(file, { cause: error });
      }
      if (!FATAL_CODES.test(codeOf(error))) return error;
      const reason = `the database is broken: ${errorMessage(error)}`;
      const unavailable = new StorageUnavailableError(reason, { cause: error });
      isBroken = true;
      resolveBroken(unavailable);
      return unavailable;
    },
  };
  return health;
}

/** Whether another process holds the required lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** The name of the constraint that a statement has violated, as constraints.ts builds it. */
export function violatedConstraint(error: unknown): string | undefined {
  const code = codeOf(error);
  const message = String(Object(error).message); // no `instanceof`, as in codeOf
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return message;
  const isUnique = code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
  const [, table, column] = /: (\w+)\.(\w+)$/.exec(message) ?? [];
  return isUnique && table !== undefined ? `${table}_${column}_key` : undefined;
}

/** Whether the file is damaged, or is not a database. */
export function isCorrupt(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error));
}

// Classification of errors of PostgreSQL and of the connection to it.
import pg from 'pg';
import { errorMessage, isDiskFull } from '../../../lib/error-message.js';
import { StorageFullError, StorageUnavailableError } from '../../../model.js';

/**
 * Prefixes of SQLSTATEs after which a retry may succeed. Source: PostgreSQL's documentation, "PostgreSQL Error Codes".
 */
const TRANSIENT = [
  '08', // connection failure
  '25006', // the server has become a read-only replica
  '28', // authentication fails for now: it succeeded at startup
  '3D', // the database is being replaced
  '40', // conflict with another transaction
  '55000', // the database accepts no connections now
  '53', // no disk space, memory or connection left
  '55P03', // lock timeout
  '57', // the server is starting or stopping, or has cancelled the statement
  '58', // I/O error of the server
];
const LOCK_NOT_AVAILABLE = '55P03';
/** 26000: there is no such prepared statement. 42P05: there is already one with that name. */
const WRONG_PREPARED_STATEMENT = ['26000', '42P05'];
/**
 * PostgreSQL's routine that raises 0A000 if a schema change has altered the columns that a prepared statement returns.
 */
const PLAN_CHECK = 'RevalidateCachedQuery';

/** @returns the error to throw: StorageUnavailableError if the database cannot work now, otherwise `error` itself. */
export function toStorageError(error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof pg.DatabaseError && isDiskFull(error))
    return new StorageFullError(`PostgreSQL: ${error.message}`, { cause: error });
  // An error without a SQLSTATE comes from the socket or the driver.
  const isTransient =
    code === undefined ||
    isStalePreparedStatement(error) ||
    TRANSIENT.some((start) => code.startsWith(start));
  if (!isTransient) return error;
  return new StorageUnavailableError(`PostgreSQL: ${errorMessage(error)}`, { cause: error });
}

/**
 * Whether the connection's prepared statement is unusable: the server does not have it, has another one with its name,
 * or its plan is out of date. PostgreSQL raises these errors before it executes anything, so the query may be retried
 * on another connection.
 */
export function isStalePreparedStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return WRONG_PREPARED_STATEMENT.includes(error.code ?? '') || error.routine === PLAN_CHECK;
}

/** Repeats the work if it met such a statement: nothing was executed, and the repetition gets another connection. */
export async function retryStale<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof StorageUnavailableError ? error.cause : error;
    if (!isStalePreparedStatement(cause)) throw error;
  }
  return work();
}

/** Whether the transaction conflicts with another one, and may be repeated. Source: SQLSTATE class 40. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof StorageUnavailableError)) return false;
  return errorCode(error.cause)?.startsWith('40') ?? false;
}

/** The name of the constraint that a statement has violated. Source: SQLSTATE class 23. */
export function violatedConstraint(error: unknown): string | undefined {
  const isViolation = error instanceof pg.DatabaseError && error.code?.startsWith('23');
  return isViolation ? error.constraint : undefined;
}

/** The five-character SQLSTATE; undefined for an error of the socket or of the driver. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/**
 * Whether a statement waited too long for another transaction's row. If the lock timeout was for a table lock,
 * PostgreSQL's error has no `where`.
 */
export function isRowLockTimeout(error: unknown): boolean {
  if (!(error instanceof StorageUnavailableError)) return false;
  const { cause } = error;
  return (
    cause instanceof pg.DatabaseError &&
    cause.code === LOCK_NOT_AVAILABLE &&
    cause.where !== undefined
  );
}

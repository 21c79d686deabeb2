// Messages and codes of errors, for logs and the command line, from any thrown value.

/** Of Node.js, of SQLite, where the index of the write-ahead log (`-shm`) may not grow either, and of PostgreSQL. */
const DISK_FULL_CODES: readonly string[] = [
  'ENOSPC',
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  '53100',
];

/** @param path What was written, for an error of a full disk that does not name it. */
export function errorMessage(error: unknown, path?: string): string {
  // After a failed connection to several addresses, each has its own error; the outer message contains none of them.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map((one) => errorMessage(one, path)).join('; ');
  }
  if (!(error instanceof Error)) return String(error);
  if (!isDiskFull(error)) return error.message;
  const place = 'path' in error ? error.path : (path ?? error.message);
  return `the disk is full: ${place}`;
}

export function isDiskFull(error: unknown): boolean {
  return DISK_FULL_CODES.includes(codeOf(error));
}

/**
 * The code of an error of Node.js or of a database, or an empty string. `instanceof` does not work: where the driver of SQLite is
 * loaded twice in a process, as by a test runner, its errors have the class of the first copy.
 */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error && error.code;
  return typeof code === 'string' ? code : '';
}

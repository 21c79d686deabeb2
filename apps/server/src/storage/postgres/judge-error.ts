// Owns what an error of PostgreSQL, or of the way to it, means.
import { messageOf } from '../../message-of.js';
import { StorageFull, StorageUnavailable } from '../store.js';

/** Of these, trying again may help. Source: «PostgreSQL Error Codes» in its documentation. */
const PASSING = [
  '08', // the connection
  '25006', // this server became a read-only copy
  '28', // it does not let us in, for now: it let us in at the start
  '3D', // the database is being replaced
  '40', // another transaction came between
  '55000', // it takes no connections now
  '53', // no room, no memory, no connection left
  '55P03', // a lock was not to be had in time
  '57', // it is starting, stopping or was told to stop this
  '58', // its own disk
];
const DISK_FULL = '53100';

/** What to throw in the place of `error`: StorageUnavailable if the database cannot work now; anything else as it is. */
export function judge(error: unknown): unknown {
  const code = codeOf(error);
  if (code === DISK_FULL)
    return new StorageFull('the disk of PostgreSQL is full', { cause: error });
  // What has no code of its own did not come from PostgreSQL, but from the way there.
  if (code === undefined || PASSING.some((start) => code.startsWith(start))) {
    return new StorageUnavailable(`PostgreSQL: ${messageOf(error)}`, { cause: error });
  }
  return error;
}

/** PostgreSQL's own code, of five characters. Undefined for an error of the socket or of the driver. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

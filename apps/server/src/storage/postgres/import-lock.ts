// Import lock in PostgreSQL: one import at a time, by an advisory lock that ends with its connection.
import { closeClient, connectForMaintenance } from './client.js';
import { SERVING_LOCK } from './server-lock.js';

/** An arbitrary number that no other program in the database uses. */
const IMPORT_LOCK = 7_236_485_005;

/** PostgreSQL splits the number of a lock in two halves of 32 bits. */
const IS_SERVED = `SELECT EXISTS (SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND classid::bigint = $1::bigint >> 32 AND objid::bigint = $1::bigint & 4294967295
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS served`;

/**
 * Holds the lock until the returned function is called or the process ends.
 * @throws an Error for the operator if another import holds the lock.
 */
export async function acquireImportLock(url: string): Promise<() => Promise<void>> {
  const client = await connectForMaintenance(url);
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [IMPORT_LOCK]);
  if (rows[0]?.held === true) return () => closeClient(client);
  await closeClient(client);
  throw new Error('another import into it is running; run this one when that has ended');
}

/** Whether a server holds the server lock. */
export async function isServed(url: string): Promise<boolean> {
  const client = await connectForMaintenance(url);
  try {
    const { rows } = await client.query(IS_SERVED, [SERVING_LOCK]);
    return rows[0]?.served === true;
  } finally {
    await closeClient(client);
  }
}

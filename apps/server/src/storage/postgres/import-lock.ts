// Import lock in PostgreSQL: one import at a time, by an advisory lock that ends with its connection.
import type { Int64 } from '@animal-store/contract';
import type { ServerLoad } from '../store.js';
import { closeClient, connectForMaintenance, withMaintenance } from './client.js';
import { BUSY_LOCK, SERVING_LOCK } from './server-lock.js';

/** An arbitrary number that no other program in the database uses. */
const IMPORT_LOCK = 7_236_485_005;

/** PostgreSQL splits the number of a lock in two halves of 32 bits. */
const HELD_LOCKS = `SELECT classid::bigint << 32 | objid::bigint AS number FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

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

/** The load of the servers that hold the server lock. */
export function readServerLoad(url: string): Promise<ServerLoad> {
  return withMaintenance(url, async (client) => {
    const { rows } = await client.query<{ number: Int64 }>(HELD_LOCKS);
    const held = rows.map(({ number }) => Number(number));
    if (held.includes(BUSY_LOCK)) return 'busy';
    return held.includes(SERVING_LOCK) ? 'idle' : 'none';
  });
}

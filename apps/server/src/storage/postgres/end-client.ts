// Owns the end of a connection whose other end may be gone.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const GOODBYE_MS = 500;

/** Ends it in good order, or within half a second all the same. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {}); // it is over anyway
  await Promise.race([ended, pause(GOODBYE_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

// Close of a connection whose peer may be unreachable.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const GOODBYE_MS = 500;

/** Closes the connection gracefully, or forcibly after half a second. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {}); // the stream is destroyed below anyway
  await Promise.race([ended, pause(GOODBYE_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

// Durable connections: their commits survive a crash of PostgreSQL, whatever the server, database, role or URL sets.
import type pg from 'pg';
import { endClient } from './end-client.js';

/**
 * Never lowers the setting. Only `remote_apply` is stronger than `on`: it also waits until replicas apply the commit.
 */
const RAISE = `SELECT set_config('synchronous_commit', 'on', false)
  WHERE current_setting('synchronous_commit') <> 'remote_apply'`;

/** @throws PostgreSQL's error, or the socket's. The client is then closed. */
export async function connectDurably(client: pg.Client): Promise<pg.Client> {
  await client.connect();
  try {
    await client.query(RAISE);
    return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
}

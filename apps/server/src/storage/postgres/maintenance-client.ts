// Connection for one long-running task, without the timeouts of requests.
import pg from 'pg';
import { connectDurably } from './connect-durably.js';
import { settingsOf } from './database.js';
import { endClient } from './end-client.js';

/** Timeouts that the operator set for requests do not apply to it. @throws PostgreSQL's error, or the socket's. */
export async function connectForMaintenance(url: string): Promise<pg.Client> {
  const client = new pg.Client(settingsOf(url));
  client.on('error', () => {}); // the query in flight rejects with it
  await connectDurably(client);
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
    return client;
  } catch (error) {
    await endClient(client);
    throw error;
  }
}

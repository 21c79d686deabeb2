// Owns the news that a key has changed: a connection of its own listens for it, and comes back when it is lost. Where there
// is no such news, as in databases that only resemble PostgreSQL, what nodes remember of keys ends by itself soon enough.
import pg from 'pg';
import { settingsOf } from './database.js';
import { endClient } from './end-client.js';
import { KEY_CHANGES } from './key-store.js';

const RETRY_MS = 500;

export interface KeyChanges {
  close(): Promise<void>;
}

/** @param onChange Called for each change, and whenever some may have been missed. */
export function listenForKeyChanges(url: string, onChange: () => void): KeyChanges {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client(settingsOf(url));
    client = next;
    next.on('notification', onChange);
    next.on('error', () => {}); // «end» follows
    next.once('end', () => {
      if (isClosed || client !== next) return;
      retry = setTimeout(reconnect, RETRY_MS).unref();
    });
    await next.connect();
    await next.query(`LISTEN ${KEY_CHANGES}`);
    onChange();
  }

  function reconnect(): void {
    connect().catch(() => {
      client?.end().catch(() => {}); // and its «end» tries again
    });
  }

  reconnect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      if (client) await endClient(client);
    },
  };
}

// Key listener: a connection of its own that listens for notifications of key changes, and reconnects when it is lost.
// In databases that only resemble PostgreSQL and send no notifications, the short lifetime of cached keys is
// sufficient.
import pg from 'pg';
import { settingsOf } from './database.js';
import { endClient } from './end-client.js';
import { KEY_CHANGES } from './stores/key-store.js';

const RETRY_MS = 500;

export interface KeyListener {
  close(): Promise<void>;
}

/** @param onChange Called for each change, and whenever notifications may have been missed. */
export function listenForKeyChanges(url: string, onChange: () => void): KeyListener {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client(settingsOf(url));
    client = next;
    next.on('notification', onChange);
    next.on('error', () => {}); // 'end' follows
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
      client?.end().catch(() => {}); // its 'end' event schedules the next attempt
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

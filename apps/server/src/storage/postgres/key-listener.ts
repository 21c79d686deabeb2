// Key listener: a connection of its own that receives notifications of key changes. In databases that only resemble
// PostgreSQL and send no notifications, the short lifetime of cached keys is sufficient.
import { ReconnectingClient } from './client.js';
import { KEY_CHANGES_CHANNEL } from './stores/key-statements.js';

/** @param onChange Called for each change, and whenever notifications may have been missed. */
export function listenForKeyChanges(url: string, onChange: () => void): ReconnectingClient {
  const listener = new ReconnectingClient(url, async (client) => {
    client.on('notification', onChange);
    await client.query(`LISTEN ${KEY_CHANGES_CHANNEL}`);
    onChange();
  });
  listener.start();
  return listener;
}

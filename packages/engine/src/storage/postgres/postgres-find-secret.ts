// Lookup of a secret in PostgreSQL. Every request does it, so it is cached for half a second, or until a node reports a change
// of a key. In databases that only resemble PostgreSQL and send no notifications, the short lifetime is sufficient.
import { LruCache } from '../../lib/lru-cache.js';
import type { Sql } from '../sql.js';
import { FIND_SECRET, type KnownSecret, toKnownSecret } from '../stores/key-rows.js';
import { createReconnectingClient } from './pool/postgres-client.js';

const CACHE_TTL_MS = 500;
const MAX_CACHED_LOOKUPS = 1_024;

interface Lookup {
  /** By the process' monotonic clock. */
  startMs: number;
  found: Promise<KnownSecret | undefined>;
}

/**
 * @param url Of a connection of its own, which receives the notifications.
 * @param channel On which they come, when a key has changed.
 */
export function createSecretLookups(keys: Sql, url: string, channel: string) {
  const lookups = new LruCache<Lookup>(MAX_CACHED_LOOKUPS);
  const clear = () => lookups.clear();
  const listener = createReconnectingClient(url, async (client) => {
    client.on('notification', clear);
    await client.query(`LISTEN ${channel}`);
    clear(); // notifications may have been missed
  });
  listener.start();
  return {
    find(secretHash: Buffer): Promise<KnownSecret | undefined> {
      const cacheKey = secretHash.toString('latin1');
      const startMs = performance.now();
      const cached = lookups.get(cacheKey);
      if (cached !== undefined && startMs - cached.startMs < CACHE_TTL_MS) return cached.found;
      const found = keys.read(FIND_SECRET, [secretHash]).then(([row]) => row && toKnownSecret(row));
      const lookup: Lookup = { startMs, found };
      found.catch(() => {
        lookup.startMs = Number.NEGATIVE_INFINITY; // later calls do not reuse a failure
      });
      lookups.set(cacheKey, lookup);
      return found;
    },
    clear,
    close: () => listener.close(),
  };
}

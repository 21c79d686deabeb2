// API keys in PostgreSQL, with an LRU cache of lookups that lasts for half a second and is cleared when a key changes.
import { LruCache } from '../../../lib/lru-cache.js';
import {
  callerAt,
  type KeyRow,
  type KnownSecret,
  type SecretRow,
  toKeyRecord,
  toKnownSecret,
} from '../../rows.js';
import type { KeyStore } from '../../store.js';
import type { PostgresDatabase } from '../database.js';
import type { DatabaseClock } from '../database-clock.js';

interface Lookup {
  /** By the process' monotonic clock. */
  startMs: number;
  found: Promise<KnownSecret | undefined>;
}

/** The channel on which nodes are notified that a key has changed. */
export const KEY_CHANGES_CHANNEL = 'animal_store_keys';
const CACHE_TTL_MS = 500;
const MAX_CACHED_LOOKUPS = 1_024;

const NOTIFY = `pg_notify('${KEY_CHANGES_CHANNEL}', '')`;
const CREATE = {
  name: 'create-key',
  text: `WITH created AS (
      INSERT INTO api_keys (id, name, plan, per_minute, per_day, created_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id)
    INSERT INTO api_key_secrets (hash, key_id) SELECT $7::bytea, id FROM created`,
};
const FIND = {
  name: 'find-key',
  text: `SELECT id, plan, per_minute, per_day, expires_ms FROM api_key_secrets JOIN api_keys ON id = key_id
    WHERE hash = $1 AND revoked_ms IS NULL`,
};
const HAS_KEYS = { name: 'has-keys', text: 'SELECT EXISTS (SELECT 1 FROM api_keys) AS found' };
const LIST = {
  name: 'list-keys',
  text: `SELECT id, name, plan, per_minute, per_day, created_ms, revoked_ms, last_used_ms,
      (SELECT count(*) FROM api_key_secrets
       WHERE key_id = id AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > $1)) AS live_secrets
    FROM api_keys LEFT JOIN counters ON subject = 'key:' || id ORDER BY created_ms, id`,
};
/** Rotations and revocations of a key lock its row, which serializes them. */
const LOCK_LIVE_KEY = {
  name: 'lock-live-key',
  text: 'SELECT FROM api_keys WHERE id = $1 AND revoked_ms IS NULL FOR UPDATE',
};
/** A separate statement, so that its snapshot contains secrets that were added during the wait for the lock. */
const EXPIRE_SECRETS = {
  name: 'expire-secrets',
  text: 'UPDATE api_key_secrets SET expires_ms = least($2, expires_ms) WHERE key_id = $1',
};
const DELETE_EXPIRED_SECRETS = {
  name: 'delete-expired-secrets',
  text: 'DELETE FROM api_key_secrets WHERE key_id = $1 AND expires_ms <= $2',
};
const ADD_SECRET = {
  name: 'add-secret',
  text: `WITH added AS (INSERT INTO api_key_secrets (hash, key_id) VALUES ($2, $1))
    SELECT ${NOTIFY}`,
};
const REVOKE = {
  name: 'revoke-key',
  text: `WITH found AS (
      UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1 RETURNING id)
    SELECT ${NOTIFY} FROM found`,
};

export interface PostgresKeyStore extends KeyStore {
  /** Clears the cache of lookups, because a key has changed or may have changed. */
  clearCache(): void;
}

/** Times are the database's. `clock` converts this process' own times. */
export function createKeyStore(postgres: PostgresDatabase, clock: DatabaseClock): PostgresKeyStore {
  const database = postgres.keys;
  let lookups = new LruCache<Lookup>(MAX_CACHED_LOOKUPS);
  const clearCache = () => {
    lookups = new LruCache(MAX_CACHED_LOOKUPS);
  };

  function lookUp(secretHash: Buffer): Promise<KnownSecret | undefined> {
    const cacheKey = secretHash.toString('latin1');
    const startMs = performance.now();
    const cached = lookups.get(cacheKey);
    if (cached !== undefined && startMs - cached.startMs < CACHE_TTL_MS) return cached.found;
    const found = database
      .read<SecretRow>(FIND, [secretHash])
      .then(([row]) => row && toKnownSecret(row));
    const lookup: Lookup = { startMs, found };
    found.catch(() => {
      lookup.startMs = Number.NEGATIVE_INFINITY; // later calls do not reuse a failure
    });
    lookups.set(cacheKey, lookup);
    return found;
  }

  return {
    async create({ id, name, plan, quota }, secretHash, nowMs) {
      const numbers = [quota?.perMinute ?? null, quota?.perDay ?? null];
      await database.write(CREATE, [id, name, plan, ...numbers, clock.at(nowMs), secretHash]);
      clearCache();
    },
    async find(secretHash, nowMs) {
      const known = await lookUp(secretHash);
      return callerAt(known, clock.at(nowMs));
    },
    async isEmpty() {
      const [row] = await database.read<{ found: boolean }>(HAS_KEYS);
      return row?.found !== true;
    },
    async list(nowMs) {
      return (await database.read<KeyRow>(LIST, [clock.at(nowMs)])).map(toKeyRecord);
    },
    async rotate(id, secretHash, nowMs, overlapUntilMs) {
      const isLive = await postgres.transaction(async ({ read, write }) => {
        if ((await read(LOCK_LIVE_KEY, [id])).length === 0) return false;
        await write(EXPIRE_SECRETS, [id, clock.at(overlapUntilMs)]);
        await write(DELETE_EXPIRED_SECRETS, [id, clock.at(nowMs)]);
        await write(ADD_SECRET, [id, secretHash]);
        return true;
      });
      clearCache();
      return isLive;
    },
    async revoke(id, nowMs) {
      const rows = await database.write(REVOKE, [id, clock.at(nowMs)]);
      clearCache();
      return rows.length > 0;
    },
    clearCache,
  };
}

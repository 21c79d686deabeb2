// API keys in PostgreSQL, with an LRU cache of lookups that lasts for half a second and is cleared when a key changes.
import { LruCache } from '../../../lib/lru-cache.js';
import type { KeyEvent } from '../../../model.js';
import {
  changeEvent,
  creationEvent,
  type KeyEventRow,
  secretsExpireAt,
  toKeyEvent,
} from '../../keys/key-events.js';
import {
  callerAt,
  isLive,
  type KeyRow,
  type KnownSecret,
  possibleHashes,
  rehash,
  type SecretRow,
  storedHash,
  toChangedRow,
  toKeyRecord,
  toKnownSecret,
  toOrigins,
  toRestrictionRow,
} from '../../keys/key-rows.js';
import type { CacheStats, KeyStore } from '../../store.js';
import type { PostgresDatabase, Queries } from '../database.js';
import type { DatabaseClock } from '../database-clock.js';
import * as sql from './key-statements.js';

interface Lookup {
  /** By the process' monotonic clock. */
  startMs: number;
  found: Promise<KnownSecret | undefined>;
}

const CACHE_TTL_MS = 500;
const MAX_CACHED_LOOKUPS = 1_024;

export interface PostgresKeyStore extends KeyStore {
  /** Clears the cache of lookups, because a key has changed or may have changed. */
  clearCache(): void;
  readonly cacheStats: Readonly<CacheStats>;
}

/** Times are the database's. `clock` converts this process' own times. */
export function createKeyStore(postgres: PostgresDatabase, clock: DatabaseClock): PostgresKeyStore {
  const database = postgres.keys;
  let lookups = new LruCache<Lookup>(MAX_CACHED_LOOKUPS);
  const cacheStats = { hits: 0, misses: 0 };
  const clearCache = () => {
    lookups = new LruCache(MAX_CACHED_LOOKUPS);
  };

  function lookUp(secretHash: Buffer): Promise<KnownSecret | undefined> {
    const cacheKey = secretHash.toString('latin1');
    const startMs = performance.now();
    const cached = lookups.get(cacheKey);
    if (cached !== undefined && startMs - cached.startMs < CACHE_TTL_MS) {
      cacheStats.hits += 1;
      return cached.found;
    }
    cacheStats.misses += 1;
    const found = database
      .read<SecretRow>(sql.FIND, possibleHashes(secretHash))
      .then(([row]) => row && toKnownSecret(row));
    const lookup: Lookup = { startMs, found };
    found.catch(() => {
      lookup.startMs = Number.NEGATIVE_INFINITY; // later calls do not reuse a failure
    });
    lookups.set(cacheKey, lookup);
    return found;
  }

  /**
   * Changes a key, and writes an event if anything has changed. Each statement sees what was committed during the wait
   * for the lock. The nodes are notified when the transaction is committed.
   * @param work Returns false if the key cannot be changed, and details of the event that the key does not show.
   */
  async function change(
    id: string,
    action: string,
    nowMs: number,
    work: (row: KeyRow, queries: Queries) => Promise<KeyEvent['details'] | false>,
  ): Promise<boolean> {
    const isChanged = await postgres.transaction(async (queries) => {
      const { read, write } = queries;
      await read(sql.LOCK_KEY, [id]);
      const [before] = await read<KeyRow>(sql.GET, [nowMs, id]);
      const details = before !== undefined && (await work(before, queries));
      const [after] = await read<KeyRow>(sql.GET, [nowMs, id]);
      if (!details || !before || !after) return false;
      const event = changeEvent(action, toKeyRecord(before), toKeyRecord(after), details, nowMs);
      if (event) await write(sql.ADD_EVENT, toValues(event));
      await write(sql.NOTIFY);
      return true;
    });
    clearCache();
    return isChanged;
  }

  return {
    async create(key, secretHash, nowMs) {
      const { perMinute = null, perDay = null } = key.quota ?? {};
      const { expiresMs } = key;
      const expiring = {
        ...key,
        expiresMs: expiresMs === undefined ? undefined : clock.at(expiresMs),
      };
      const row = toRestrictionRow(expiring);
      const { valid_until_ms, read_only, publishable, origins } = row;
      const quota = [perMinute, perDay];
      const restrictions = [valid_until_ms, read_only, publishable, origins];
      const hash = storedHash(secretHash, row);
      const [, createdMs, ...event] = toValues(creationEvent(expiring, clock.at(nowMs)));
      const values = [key.id, key.plan, ...quota, ...restrictions, key.name, createdMs, hash];
      await database.write(sql.CREATE, [...values, ...event]);
      clearCache();
    },
    async find(secretHash, nowMs) {
      const known = await lookUp(secretHash);
      return callerAt(known, clock.at(nowMs));
    },
    async origins(nowMs) {
      return toOrigins(await database.read<{ origins: string }>(sql.ORIGINS, [clock.at(nowMs)]));
    },
    async isEmpty() {
      const [row] = await database.read<{ found: boolean }>(sql.HAS_KEYS);
      return row?.found !== true;
    },
    async get(id, nowMs) {
      const [row] = await database.read<KeyRow>(sql.GET, [clock.at(nowMs), id]);
      return row && toKeyRecord(row);
    },
    async list(nowMs) {
      return (await database.read<KeyRow>(sql.LIST, [clock.at(nowMs)])).map(toKeyRecord);
    },
    async history(id) {
      return (await database.read<KeyEventRow>(sql.HISTORY, [id])).map(toKeyEvent);
    },
    update: (id, decide, nowMs) =>
      change(id, 'update', clock.at(nowMs), async (before, { read, write }) => {
        if (before.revoked_ms !== null) return false;
        const changes = decide(toKeyRecord(before));
        const { expiresMs } = changes;
        const after = toChangedRow(before, {
          ...changes,
          ...(expiresMs !== undefined && { expiresMs: clock.at(expiresMs) }),
        });
        const { name, plan, per_minute, per_day, valid_until_ms } = after;
        await write(sql.UPDATE, [id, name, plan, per_minute, per_day, valid_until_ms]);
        for (const { hash: stored } of await read<{ hash: Buffer }>(sql.SECRETS, [id])) {
          const hash = rehash(stored, before, after);
          if (hash) await write(sql.REHASH_SECRET, [stored, hash]);
        }
        return {};
      }),
    async rotate(id, secretHash, nowMs, overlapUntilMs) {
      const [now, overlapUntil] = [clock.at(nowMs), clock.at(overlapUntilMs)];
      return change(id, 'rotate', now, async (row, { write }) => {
        if (!isLive(row, now)) return false;
        await write(sql.EXPIRE_SECRETS, [id, overlapUntil]);
        await write(sql.DELETE_EXPIRED_SECRETS, [id, now]);
        await write(sql.ADD_SECRET, [id, storedHash(secretHash, row)]);
        return secretsExpireAt(overlapUntil);
      });
    },
    async revoke(id, nowMs) {
      const now = clock.at(nowMs);
      return change(id, 'revoke', now, async (_row, { write }) => {
        await write(sql.REVOKE, [id, now]);
        return {};
      });
    },
    async liftBans(id, nowMs) {
      const now = clock.at(nowMs);
      return change(id, 'unban', now, async (row, { write }) => {
        if (row.revoked_ms !== null) return false;
        await write(sql.LIFT_BANS, [id, now]);
        return {};
      });
    },
    clearCache,
    cacheStats,
  };
}

/** In the order of KEY_EVENT_COLUMNS. */
function toValues({ key_id, at_ms, action, details, actor }: KeyEventRow) {
  return [key_id, at_ms, action, details, actor] as const;
}

// API keys in SQLite. A key keeps its id, quota and counts while its secrets are rotated.
import {
  callerAt,
  type KeyRow,
  type KnownSecret,
  type SecretRow,
  toKeyRecord,
  toKnownSecret,
} from '../../rows.js';
import type { KeyStore } from '../../store.js';
import type { Connection } from '../connection.js';

/** A key and its secrets change together. */
const TABLES = new Set(['api_keys', 'api_key_secrets']);
const MAX_CACHED_SECRETS = 1_024;

export function createKeyStore({ database, caches, read, write }: Connection): KeyStore {
  const insertKey = database.prepare<
    [string, string, string, number | null, number | null, number]
  >(
    'INSERT INTO api_keys (id, name, plan, per_minute, per_day, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertSecret = database.prepare<[Buffer, string]>(
    'INSERT INTO api_key_secrets (hash, key_id) VALUES (?, ?)',
  );
  const find = database.prepare<[Buffer], SecretRow>(
    `SELECT id, plan, per_minute, per_day, expires_ms FROM api_key_secrets JOIN api_keys ON id = key_id
     WHERE hash = ? AND revoked_ms IS NULL`,
  );
  const knownSecrets = caches.create<KnownSecret | undefined>(TABLES, MAX_CACHED_SECRETS);
  const list = database.prepare<[number], KeyRow>(
    `SELECT id, name, plan, per_minute, per_day, created_ms, revoked_ms, last_used_ms,
       (SELECT count(*) FROM api_key_secrets
        WHERE key_id = id AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > ?)) AS live_secrets
     FROM api_keys LEFT JOIN counters ON subject = 'key:' || id ORDER BY created_ms, id`,
  );
  const anyKey = database.prepare('SELECT 1 FROM api_keys LIMIT 1');
  const isLive = database.prepare<[string]>(
    'SELECT 1 FROM api_keys WHERE id = ? AND revoked_ms IS NULL',
  );
  const expireSecrets = database.prepare<{ id: string; untilMs: number }>(
    'UPDATE api_key_secrets SET expires_ms = min(:untilMs, ifnull(expires_ms, :untilMs)) WHERE key_id = :id',
  );
  const dropExpired = database.prepare<[string, number]>(
    'DELETE FROM api_key_secrets WHERE key_id = ? AND expires_ms <= ?',
  );
  const revoke = database.prepare<[number, string]>(
    'UPDATE api_keys SET revoked_ms = ifnull(revoked_ms, ?) WHERE id = ?',
  );
  return {
    async create({ id, name, plan, quota }, secretHash, nowMs) {
      await write(TABLES, () => {
        insertKey.run(id, name, plan, quota?.perMinute ?? null, quota?.perDay ?? null, nowMs);
        insertSecret.run(secretHash, id);
      });
    },
    async find(secretHash, nowMs) {
      const known = await read(() => {
        caches.refresh();
        return knownSecrets.get(secretHash.toString('latin1'), () => {
          const row = find.get(secretHash);
          return row && toKnownSecret(row);
        });
      });
      return callerAt(known, nowMs);
    },
    async isEmpty() {
      return (await read(() => anyKey.get())) === undefined;
    },
    async list(nowMs) {
      return (await read(() => list.all(nowMs))).map(toKeyRecord);
    },
    async rotate(id, secretHash, nowMs, overlapUntilMs) {
      return write(TABLES, () => {
        if (isLive.get(id) === undefined) return false;
        expireSecrets.run({ id, untilMs: overlapUntilMs });
        dropExpired.run(id, nowMs);
        insertSecret.run(secretHash, id);
        return true;
      });
    },
    async revoke(id, nowMs) {
      return write(TABLES, () => revoke.run(nowMs, id).changes > 0);
    },
  };
}

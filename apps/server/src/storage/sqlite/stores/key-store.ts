// API keys in SQLite. A key keeps its id, quota and counts while its secrets are rotated.
import type { KeyEvent } from '../../../model.js';
import {
  changeEvent,
  creationEvent,
  KEY_EVENT_COLUMNS,
  type KeyEventRow,
  secretsExpireAt,
  toKeyEvent,
} from '../../keys/key-events.js';
import {
  CALLER_COLUMNS,
  CREATED_COLUMNS,
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
import type { KeyStore } from '../../store.js';
import type { Connection } from '../connection.js';

/** A key and its secrets change together. */
const TABLES = new Set(['api_keys', 'api_key_secrets']);
const MAX_CACHED_SECRETS = 1_024;

export function createKeyStore({ database, caches, read, write }: Connection): KeyStore {
  const insertKey = database.prepare(
    `INSERT INTO api_keys (${CREATED_COLUMNS}, name, created_ms)
     VALUES (:id, :plan, :perMinute, :perDay, :valid_until_ms, :read_only, :publishable, :origins, :name, :nowMs)`,
  );
  const insertSecret = database.prepare<[Buffer, string]>(
    'INSERT INTO api_key_secrets (hash, key_id) VALUES (?, ?)',
  );
  const find = database.prepare<[Buffer, Buffer], SecretRow>(
    `SELECT ${CALLER_COLUMNS}, expires_ms FROM api_key_secrets JOIN api_keys ON id = key_id
     WHERE hash IN (?, ?) AND revoked_ms IS NULL`,
  );
  const knownSecrets = caches.create<KnownSecret | undefined>('keys', TABLES, {
    capacity: MAX_CACHED_SECRETS,
  });
  const select = `SELECT ${CALLER_COLUMNS}, name, created_ms, revoked_ms, last_used_ms,
       (SELECT count(*) FROM api_key_secrets
        WHERE key_id = id AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > :nowMs)
          AND (valid_until_ms IS NULL OR valid_until_ms > :nowMs)) AS live_secrets
     FROM api_keys LEFT JOIN counters ON subject = 'key:' || id`;
  const get = database.prepare<{ id: string; nowMs: number }, KeyRow>(`${select} WHERE id = :id`);
  const list = database.prepare<{ nowMs: number }, KeyRow>(`${select} ORDER BY created_ms, id`);
  const listOrigins = database.prepare<[number], { origins: string }>(
    `SELECT DISTINCT origins FROM api_keys
     WHERE origins IS NOT NULL AND revoked_ms IS NULL AND (valid_until_ms IS NULL OR valid_until_ms > ?)`,
  );
  const anyKey = database.prepare('SELECT 1 FROM api_keys LIMIT 1');
  const expireSecrets = database.prepare<{ id: string; untilMs: number }>(
    'UPDATE api_key_secrets SET expires_ms = min(:untilMs, ifnull(expires_ms, :untilMs)) WHERE key_id = :id',
  );
  const dropExpired = database.prepare<[string, number]>(
    'DELETE FROM api_key_secrets WHERE key_id = ? AND expires_ms <= ?',
  );
  const secretsOf = database
    .prepare<[string], Buffer>('SELECT hash FROM api_key_secrets WHERE key_id = ?')
    .pluck();
  const rehashSecret = database.prepare<[Buffer, Buffer]>(
    'UPDATE api_key_secrets SET hash = ? WHERE hash = ?',
  );
  const update = database.prepare<KeyRow>(
    `UPDATE api_keys SET name = :name, plan = :plan, per_minute = :per_minute, per_day = :per_day,
       valid_until_ms = :valid_until_ms WHERE id = :id`,
  );
  const revoke = database.prepare<[number, string]>(
    'UPDATE api_keys SET revoked_ms = ? WHERE id = ? AND revoked_ms IS NULL',
  );
  const liftBans = database.prepare<[number, string]>(
    'UPDATE api_keys SET bans_lifted_ms = max(?, ifnull(bans_lifted_ms, 0) + 1) WHERE id = ?',
  );
  const insertEvent = database.prepare<KeyEventRow>(
    `INSERT INTO key_events (${KEY_EVENT_COLUMNS}) VALUES (:key_id, :at_ms, :action, :details, :actor)`,
  );
  const history = database.prepare<[string], KeyEventRow>(
    `SELECT ${KEY_EVENT_COLUMNS} FROM key_events WHERE key_id = ? ORDER BY id`,
  );

  /**
   * Changes a key, and writes an event if anything has changed.
   * @param work Returns false if the key cannot be changed, and details of the event that the key does not show.
   */
  const change = (
    id: string,
    action: string,
    nowMs: number,
    work: (row: KeyRow) => KeyEvent['details'] | false,
  ): Promise<boolean> =>
    write(TABLES, () => {
      const before = get.get({ id, nowMs });
      const details = before !== undefined && work(before);
      const after = get.get({ id, nowMs });
      if (!details || !before || !after) return false;
      const event = changeEvent(action, toKeyRecord(before), toKeyRecord(after), details, nowMs);
      if (event) insertEvent.run(event);
      return true;
    });

  return {
    async create(key, secretHash, nowMs) {
      const { id, name, plan, quota, ...restrictions } = key;
      const { perMinute = null, perDay = null } = quota ?? {};
      const row = toRestrictionRow(restrictions);
      await write(TABLES, () => {
        insertKey.run({ id, name, plan, perMinute, perDay, nowMs, ...row });
        insertSecret.run(storedHash(secretHash, row), id);
        insertEvent.run(creationEvent(key, nowMs));
      });
    },
    async find(secretHash, nowMs) {
      const known = await read(() => {
        caches.refresh();
        return knownSecrets.get(secretHash.toString('latin1'), () => {
          const row = find.get(...possibleHashes(secretHash));
          return row && toKnownSecret(row);
        });
      });
      return callerAt(known, nowMs);
    },
    async origins(nowMs) {
      return toOrigins(await read(() => listOrigins.all(nowMs)));
    },
    async isEmpty() {
      return (await read(() => anyKey.get())) === undefined;
    },
    async get(id, nowMs) {
      const row = await read(() => get.get({ id, nowMs }));
      return row && toKeyRecord(row);
    },
    async list(nowMs) {
      return (await read(() => list.all({ nowMs }))).map(toKeyRecord);
    },
    async history(id) {
      return (await read(() => history.all(id))).map(toKeyEvent);
    },
    update: (id, decide, nowMs) =>
      change(id, 'update', nowMs, (before) => {
        if (before.revoked_ms !== null) return false;
        const after = toChangedRow(before, decide(toKeyRecord(before)));
        update.run(after);
        for (const stored of secretsOf.all(id)) {
          const hash = rehash(stored, before, after);
          if (hash) rehashSecret.run(hash, stored);
        }
        return {};
      }),
    rotate: (id, secretHash, nowMs, overlapUntilMs) =>
      change(id, 'rotate', nowMs, (row) => {
        if (!isLive(row, nowMs)) return false;
        expireSecrets.run({ id, untilMs: overlapUntilMs });
        dropExpired.run(id, nowMs);
        insertSecret.run(storedHash(secretHash, row), id);
        return secretsExpireAt(overlapUntilMs);
      }),
    revoke: (id, nowMs) =>
      change(id, 'revoke', nowMs, () => {
        revoke.run(nowMs, id);
        return {};
      }),
    liftBans: (id, nowMs) =>
      change(id, 'unban', nowMs, (row) => {
        if (row.revoked_ms !== null) return false;
        liftBans.run(nowMs, id);
        return {};
      }),
  };
}

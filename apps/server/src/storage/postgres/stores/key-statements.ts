// SQL of API keys in PostgreSQL.
import { KEY_EVENT_COLUMNS } from '../../keys/key-events.js';
import { CALLER_COLUMNS, CREATED_COLUMNS } from '../../keys/key-rows.js';

/** The channel on which nodes are notified that a key has changed. */
export const KEY_CHANGES_CHANNEL = 'animal_store_keys';

const INSERT_EVENT = `INSERT INTO key_events (${KEY_EVENT_COLUMNS})`;
export const CREATE = {
  name: 'create-key',
  text: `WITH created AS (
      INSERT INTO api_keys (${CREATED_COLUMNS}, name, created_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id),
    event AS (${INSERT_EVENT} SELECT id, $10::bigint, $12, $13, $14 FROM created)
    INSERT INTO api_key_secrets (hash, key_id) SELECT $11::bytea, id FROM created`,
};
export const FIND = {
  name: 'find-key',
  text: `SELECT ${CALLER_COLUMNS}, expires_ms FROM api_key_secrets JOIN api_keys ON id = key_id
    WHERE hash IN ($1, $2) AND revoked_ms IS NULL`,
};
export const ORIGINS = {
  name: 'list-key-origins',
  text: `SELECT DISTINCT origins FROM api_keys
    WHERE origins IS NOT NULL AND revoked_ms IS NULL AND (valid_until_ms IS NULL OR valid_until_ms > $1)`,
};
export const HAS_KEYS = {
  name: 'has-keys',
  text: 'SELECT EXISTS (SELECT 1 FROM api_keys) AS found',
};
const SELECT = `SELECT ${CALLER_COLUMNS}, name, created_ms, revoked_ms, last_used_ms,
      (SELECT count(*) FROM api_key_secrets
       WHERE key_id = id AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > $1)
         AND (valid_until_ms IS NULL OR valid_until_ms > $1)) AS live_secrets
    FROM api_keys LEFT JOIN counters ON subject = 'key:' || id`;
export const GET = { name: 'get-key', text: `${SELECT} WHERE id = $2` };
export const LIST = { name: 'list-keys', text: `${SELECT} ORDER BY created_ms, id` };
export const HISTORY = {
  name: 'key-history',
  text: `SELECT ${KEY_EVENT_COLUMNS} FROM key_events WHERE key_id = $1 ORDER BY id`,
};
/** Changes of a key lock its row, which serializes them. */
export const LOCK_KEY = {
  name: 'lock-key',
  text: 'SELECT 1 FROM api_keys WHERE id = $1 FOR UPDATE',
};
export const UPDATE = {
  name: 'update-key',
  text: `UPDATE api_keys SET name = $2, plan = $3, per_minute = $4, per_day = $5, valid_until_ms = $6
    WHERE id = $1`,
};
export const SECRETS = {
  name: 'list-secrets',
  text: 'SELECT hash FROM api_key_secrets WHERE key_id = $1',
};
export const REHASH_SECRET = {
  name: 'rehash-secret',
  text: 'UPDATE api_key_secrets SET hash = $2 WHERE hash = $1',
};
export const EXPIRE_SECRETS = {
  name: 'expire-secrets',
  text: 'UPDATE api_key_secrets SET expires_ms = least($2, expires_ms) WHERE key_id = $1',
};
export const DELETE_EXPIRED_SECRETS = {
  name: 'delete-expired-secrets',
  text: 'DELETE FROM api_key_secrets WHERE key_id = $1 AND expires_ms <= $2',
};
export const ADD_SECRET = {
  name: 'add-secret',
  text: 'INSERT INTO api_key_secrets (hash, key_id) VALUES ($2, $1)',
};
export const REVOKE = {
  name: 'revoke-key',
  text: 'UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1',
};
export const LIFT_BANS = {
  name: 'lift-bans',
  text: 'UPDATE api_keys SET bans_lifted_ms = greatest($2, bans_lifted_ms + 1) WHERE id = $1',
};
export const ADD_EVENT = {
  name: 'add-key-event',
  text: `${INSERT_EVENT} VALUES ($1, $2, $3, $4, $5)`,
};
export const NOTIFY = {
  name: 'notify-key-change',
  text: `SELECT pg_notify('${KEY_CHANGES_CHANNEL}', '')`,
};

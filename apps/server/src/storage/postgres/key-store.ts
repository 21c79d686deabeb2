import { Recent } from '../../recent.js';
import {
  callerAt,
  type KeyRow,
  type KnownSecret,
  type SecretRow,
  toKeyRecord,
  toKnownSecret,
} from '../rows.js';
import type { KeyStore } from '../store.js';
import type { PostgresDatabase } from './database.js';

interface Lookup {
  /** By the process' own clock, which nobody sets. */
  beganMs: number;
  found: Promise<KnownSecret | undefined>;
}

/** The channel on which nodes hear that a key has changed. */
export const KEY_CHANGES = 'animal_store_keys';
const REMEMBERED_MS = 500;
const SECRETS_REMEMBERED = 1_024;

const NOTIFY = `pg_notify('${KEY_CHANGES}', '')`;
const CREATE = {
  name: 'create-key',
  text: `WITH made AS (
      INSERT INTO api_keys (id, name, plan, per_minute, per_day, created_ms) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id)
    INSERT INTO api_key_secrets (hash, key_id) SELECT $7::bytea, id FROM made`,
};
const FIND = {
  name: 'find-key',
  text: `SELECT id, plan, per_minute, per_day, expires_ms FROM api_key_secrets JOIN api_keys ON id = key_id
    WHERE hash = $1 AND revoked_ms IS NULL`,
};
const HAS_KEYS = { name: 'has-keys', text: 'SELECT EXISTS (SELECT 1 FROM api_keys) AS found' };
const LIST = {
  name: 'list-keys',
  text: `SELECT id, name, plan, per_minute, per_day, created_ms, revoked_ms, last_used_ms
    FROM api_keys LEFT JOIN counters ON subject = 'key:' || id ORDER BY created_ms, id COLLATE "C"`,
};
const ROTATE = {
  name: 'rotate-key',
  text: `WITH live AS (SELECT id FROM api_keys WHERE id = $1 AND revoked_ms IS NULL FOR UPDATE),
    dropped AS (DELETE FROM api_key_secrets WHERE expires_ms <= $4),
    expired AS (
      UPDATE api_key_secrets SET expires_ms = least($3, expires_ms)
      WHERE key_id IN (SELECT id FROM live) AND (expires_ms IS NULL OR expires_ms > $4)),
    added AS (INSERT INTO api_key_secrets (hash, key_id) SELECT $2::bytea, id FROM live)
    SELECT ${NOTIFY} FROM live`,
};
const REVOKE = {
  name: 'revoke-key',
  text: `WITH found AS (
      UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1 RETURNING id)
    SELECT ${NOTIFY} FROM found`,
};

export interface PostgresKeyStore extends KeyStore {
  /** Some key has changed, or may have. */
  forget(): void;
}

export function createKeyStore(database: PostgresDatabase): PostgresKeyStore {
  let lookups = new Recent<Lookup>(SECRETS_REMEMBERED);
  const forget = () => {
    lookups = new Recent(SECRETS_REMEMBERED);
  };

  function lookUp(secretHash: Buffer): Promise<KnownSecret | undefined> {
    const name = secretHash.toString('latin1');
    const beganMs = performance.now();
    const known = lookups.get(name);
    if (known !== undefined && beganMs - known.beganMs < REMEMBERED_MS) return known.found;
    const found = database
      .read<SecretRow>(FIND, [secretHash])
      .then(([row]) => row && toKnownSecret(row));
    const lookup: Lookup = { beganMs, found };
    found.catch(() => {
      lookup.beganMs = Number.NEGATIVE_INFINITY; // a failure is nobody else's answer
    });
    lookups.set(name, lookup);
    return found;
  }

  return {
    async create({ id, name, plan, quota }, secretHash, nowMs) {
      const numbers = [quota?.perMinute ?? null, quota?.perDay ?? null];
      await database.write(CREATE, [id, name, plan, ...numbers, nowMs, secretHash]);
      forget();
    },
    async find(secretHash, nowMs) {
      const known = await lookUp(secretHash);
      return callerAt(known, nowMs);
    },
    async isEmpty() {
      const [row] = await database.read<{ found: boolean }>(HAS_KEYS);
      return row?.found !== true;
    },
    async list() {
      return (await database.read<KeyRow>(LIST)).map(toKeyRecord);
    },
    async rotate(id, secretHash, nowMs, overlapUntilMs) {
      const rows = await database.write(ROTATE, [id, secretHash, overlapUntilMs, nowMs]);
      forget();
      return rows.length > 0;
    },
    async revoke(id, nowMs) {
      const rows = await database.write(REVOKE, [id, nowMs]);
      forget();
      return rows.length > 0;
    },
    forget,
  };
}

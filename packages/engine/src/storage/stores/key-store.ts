// Store of API keys, on both databases. A key keeps its id, quota and counts while its secrets are rotated. Each change is
// written together with its event in the audit log.
import {
  type Caller,
  type KeyChanges,
  type KeyEvent,
  type KeyRecord,
  type NewKey,
  subjectOfKey,
  type TracedSecret,
} from '../../model.js';
import { insertInto, mapRows } from '../columns.js';
import { API_KEY_SECRETS, KEY_ORIGINS, NEVER_MS } from '../operator-tables.js';
import type { Sql, SqlDatabase } from '../sql.js';
import { type Audited, changeEvent, keyEvents, secretsExpireAt, toKeyEvent } from './key-events.js';
import { type FindSecret, isLive, newKeyRows, toKeyRecord } from './key-rows.js';

export type KeyStore = ReturnType<typeof createKeyStore>;

/** The expiry of a secret that a rotation has ended: in the past of every clock. Its row stays, so that it can be traced. */
const ENDED_MS = 0;

const secretRows = mapRows(API_KEY_SECRETS);
const INSERT_KEY = insertInto('api_keys', newKeyRows.columns);
const INSERT_SECRET = 'INSERT INTO api_key_secrets (hash, key_id) VALUES ($1, $2)';
const ORIGIN = mapRows({ origin: KEY_ORIGINS.origin });
const INSERT_ORIGIN =
  'INSERT INTO key_origins (origin, expires_ms, key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
const DELETE_ORIGIN = 'DELETE FROM key_origins WHERE origin = $1 AND key_id = $2';
const INSERT_EVENT = insertInto('key_events', keyEvents.columns);
const LIVE = '(expires_ms IS NULL OR expires_ms > $1)';
const SELECT = `SELECT api_keys.*, last_used_ms,
    CASE WHEN revoked_ms IS NULL AND ${LIVE} THEN (
      SELECT count(*) FROM api_key_secrets AS secret
      WHERE secret.key_id = api_keys.id AND (secret.expires_ms IS NULL OR secret.expires_ms > $1)
    ) ELSE 0 END AS live_secrets
  FROM api_keys LEFT JOIN counters ON subject = '${subjectOfKey('')}' || id`;
const GET = `${SELECT} WHERE id = $2`;

/** Times that are stored are the database's. @param findSecret Cached: every request calls it. */
export function createKeyStore(
  database: SqlDatabase,
  findSecret: FindSecret,
  onChange: () => void = () => {},
) {
  const { dialect, toDatabaseTime } = database;
  const keys = database.open('keys');

  /**
   * Changes a key, and writes an event if anything has changed. Each statement sees what was committed during the wait
   * for the lock. Other nodes are notified when the transaction is committed.
   * @param work Returns false if the key cannot be changed, and details of the event that the key does not show.
   */
  async function change(
    id: string,
    action: string,
    nowMs: number,
    work: (key: KeyRecord, sql: Sql) => Promise<KeyEvent['details'] | false>,
  ): Promise<boolean> {
    const isChanged = await keys.transaction(async (sql) => {
      await sql.read(`SELECT 1 FROM api_keys WHERE id = $1 ${dialect.forUpdate}`, [id]);
      const [before] = (await sql.read(GET, [nowMs, id])).map(toKeyRecord);
      const details = before !== undefined && (await work(before, sql));
      const [after] = (await sql.read(GET, [nowMs, id])).map(toKeyRecord);
      if (!details || !before || !after) return false;
      await record(action, before, after, details, nowMs, sql);
      if (dialect.notify) await sql.write(dialect.notify);
      return true;
    });
    onChange();
    return isChanged;
  }

  /** Writes the event of a change, and keeps the index of origins equal to what the key is now. */
  async function record(
    action: string,
    before: KeyRecord | undefined,
    after: Audited,
    details: KeyEvent['details'],
    nowMs: number,
    { write }: Sql,
  ): Promise<void> {
    const { id, origins, expiresMs = NEVER_MS, revokedMs } = after;
    for (const origin of origins) {
      await write(DELETE_ORIGIN, [origin, id]);
      if (revokedMs === undefined) await write(INSERT_ORIGIN, [origin, expiresMs, id]);
    }
    const event = changeEvent(action, before, after, details, nowMs);
    if (event) await write(INSERT_EVENT, keyEvents.toValues(event));
  }

  const timeOf = (ms: number | undefined) => (ms === undefined ? undefined : toDatabaseTime(ms));

  return {
    async create(key: NewKey, secretHash: Buffer, nowMs: number): Promise<void> {
      const createdMs = toDatabaseTime(nowMs);
      const stored = { ...key, expiresMs: timeOf(key.expiresMs) };
      const { quota, origins, ...values } = stored;
      const row = {
        ...values,
        perMinute: quota?.perMinute,
        perDay: quota?.perDay,
        createdMs,
        revokedMs: undefined,
        bansLiftedMs: undefined,
        origins: origins.length === 0 ? undefined : origins,
      };
      await keys.transaction(async (sql) => {
        await sql.write(INSERT_KEY, newKeyRows.toValues(row));
        await sql.write(INSERT_SECRET, [secretHash, key.id]);
        await record('create', undefined, stored, {}, createdMs, sql);
      });
      onChange();
    },
    /**
     * The caller that this secret authenticates now: the key is not revoked, and neither it nor the secret has expired.
     * Every request calls it first. Its later reads may come from a cache, but never from a state older than this call.
     */
    async find(secretHash: Buffer, nowMs: number): Promise<Caller | undefined> {
      const known = await findSecret(secretHash);
      // compared on every call, because no write marks the moment when a secret expires
      return known && toDatabaseTime(nowMs) < known.expiresMs ? known.caller : undefined;
    },
    /** For operators: the key of a secret that was ever issued, whatever its state. It is read from the database. */
    async trace(secretHash: Buffer, nowMs: number): Promise<TracedSecret | undefined> {
      const now = toDatabaseTime(nowMs);
      const stored = await keys.read('SELECT * FROM api_key_secrets WHERE hash = $1', [secretHash]);
      const [secret] = stored.map(secretRows.toRow);
      const [key] = secret ? (await keys.read(GET, [now, secret.keyId])).map(toKeyRecord) : [];
      if (secret === undefined || key === undefined) return undefined;
      const { expiresMs } = secret; // the end of an overlap, or ENDED_MS
      const isReplaced = expiresMs !== undefined && expiresMs <= now;
      return { key, isReplaced, overlapUntilMs: isReplaced ? undefined : expiresMs };
    },
    /** Which of the patterns are those of a key that is neither revoked nor expired. */
    async findOrigins(patterns: readonly string[], nowMs: number): Promise<ReadonlySet<string>> {
      const asked = dialect.rows(
        ORIGIN.columns,
        patterns.map((origin) => [origin]),
      );
      const found = await keys.read(
        `WITH asked (origin) AS (${asked.select}) SELECT origin FROM asked WHERE EXISTS (
           SELECT 1 FROM key_origins WHERE key_origins.origin = asked.origin AND expires_ms > $2)`,
        [...asked.values, toDatabaseTime(nowMs)],
      );
      return new Set(found.map((row) => ORIGIN.toRow(row).origin));
    },
    /** Whether no key was ever issued. */
    async isEmpty(): Promise<boolean> {
      return (await keys.read('SELECT 1 FROM api_keys LIMIT 1')).length === 0;
    },
    async get(id: string, nowMs: number): Promise<KeyRecord | undefined> {
      const [row] = await keys.read(GET, [toDatabaseTime(nowMs), id]);
      return row && toKeyRecord(row);
    },
    /** In order of creation, in batches. @param name Only keys of this name. */
    async *list(nowMs: number, name?: string): AsyncGenerator<KeyRecord[]> {
      const batches = keys.stream(
        `${SELECT} WHERE CAST($2 AS TEXT) IS NULL OR name = $2 ORDER BY created_ms, id`,
        [toDatabaseTime(nowMs), name],
      );
      for await (const stored of batches) yield stored.map(toKeyRecord);
    },
    /** The audit log of a key, or of all keys, the oldest event first, in batches. */
    async *history(id?: string): AsyncGenerator<KeyEvent[]> {
      const batches = keys.stream(
        'SELECT * FROM key_events WHERE CAST($1 AS TEXT) IS NULL OR key_id = $1 ORDER BY id',
        [id],
      );
      for await (const stored of batches) yield stored.map(toKeyEvent);
    },
    /**
     * Changes a key that is not revoked, even if it has expired. All its secrets stay valid.
     * @param decide Receives the key as it is. If it throws, nothing is changed. It may be called again.
     * @returns false if there is no such key, or it is revoked.
     */
    update(id: string, decide: (key: KeyRecord) => KeyChanges, nowMs: number): Promise<boolean> {
      return change(id, 'update', toDatabaseTime(nowMs), async (key, { write }) => {
        if (key.revokedMs !== undefined) return false;
        const changes = decide(key);
        const { name, plan, quota, expiresMs } = {
          ...key,
          ...changes,
          ...('expiresMs' in changes && { expiresMs: timeOf(changes.expiresMs) }),
        };
        await write(
          'UPDATE api_keys SET name = $2, plan = $3, per_minute = $4, per_day = $5, expires_ms = $6 WHERE id = $1',
          [id, name, plan, quota?.perMinute, quota?.perDay, expiresMs],
        );
        return {};
      });
    },
    /**
     * Adds a secret. The older ones expire at `overlapUntilMs`. If that time has come, no clock that is set back makes them
     * valid again. Concurrent rotations are serialized, and the later one expires the secret of the earlier one.
     * @returns false if there is no such key, or it is revoked or expired.
     */
    rotate(
      id: string,
      secretHash: Buffer,
      nowMs: number,
      overlapUntilMs: number,
    ): Promise<boolean> {
      const [now, untilMs] = [toDatabaseTime(nowMs), toDatabaseTime(overlapUntilMs)];
      return change(id, 'rotate', now, async (key, { write }) => {
        if (!isLive(key, now)) return false;
        await write(
          `UPDATE api_key_secrets SET expires_ms = ${dialect.least}($2, coalesce(expires_ms, $2)) WHERE key_id = $1`,
          [id, untilMs],
        );
        await write(
          `UPDATE api_key_secrets SET expires_ms = ${ENDED_MS} WHERE key_id = $1 AND expires_ms <= $2`,
          [id, now],
        );
        await write(INSERT_SECRET, [secretHash, id]);
        return secretsExpireAt(untilMs);
      });
    },
    /** Revoking twice keeps the first time. @returns false if there is no such key. */
    revoke(id: string, nowMs: number): Promise<boolean> {
      const now = toDatabaseTime(nowMs);
      return change(id, 'revoke', now, async (_key, { write }) => {
        await write('UPDATE api_keys SET revoked_ms = coalesce(revoked_ms, $2) WHERE id = $1', [
          id,
          now,
        ]);
        return {};
      });
    },
    /**
     * Ends the ban of a key, and of all its visitors, on all nodes. The time of a lift is later than that of the one before,
     * whatever the clock shows. @returns false if there is no such key, or it is revoked.
     */
    liftBans(id: string, nowMs: number): Promise<boolean> {
      const now = toDatabaseTime(nowMs);
      return change(id, 'unban', now, async (key, { write }) => {
        if (key.revokedMs !== undefined) return false;
        await write(
          `UPDATE api_keys SET bans_lifted_ms = ${dialect.greatest}($2, coalesce(bans_lifted_ms, 0) + 1) WHERE id = $1`,
          [id, now],
        );
        return {};
      });
    },
  };
}

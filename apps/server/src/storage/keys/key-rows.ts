// Rows of keys: their columns, which have the same names in SQLite and PostgreSQL, and the hashes of their secrets.
import { hash } from 'node:crypto';
import type { Int64 } from '@animal-store/contract';
import type { Caller, KeyChanges, KeyRecord, KeyRestrictions } from '../../model.js';

export interface RestrictionRow {
  valid_until_ms: Int64 | null;
  read_only: Int64;
  publishable: Int64;
  /** JSON. */
  origins: string | null;
}

const RESTRICTION_COLUMNS = 'valid_until_ms, read_only, publishable, origins';

/**
 * The end of 9999, as the expiry of a key that never expires, but did once. Its secrets are still stored as those of a
 * restricted key, because their first hash is lost.
 */
const NEVER_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function toRestrictionRow(restrictions: KeyRestrictions): RestrictionRow {
  const { expiresMs, isReadOnly, isPublishable, origins } = restrictions;
  return {
    valid_until_ms: expiresMs ?? null,
    read_only: Number(isReadOnly),
    publishable: Number(isPublishable),
    origins: origins.length === 0 ? null : JSON.stringify(origins),
  };
}

function toRestrictions(row: RestrictionRow): KeyRestrictions {
  return {
    expiresMs: Number(row.valid_until_ms) === NEVER_MS ? undefined : toTime(row.valid_until_ms),
    isReadOnly: Number(row.read_only) !== 0,
    isPublishable: Number(row.publishable) !== 0,
    origins: row.origins === null ? [] : parseOrigins(row.origins),
  };
}

function toTime(ms: Int64 | null): number | undefined {
  return ms === null ? undefined : Number(ms);
}

/** The origins of all rows, each once. */
export function toOrigins(rows: readonly { origins: string }[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => parseOrigins(row.origins)))];
}

/** @throws an Error if the text is damaged: without its origins the key would be valid for any. */
function parseOrigins(text: string): string[] {
  const origins: unknown = JSON.parse(text);
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string'))
    return origins;
  throw new Error('api_keys.origins must be a JSON array of strings');
}

/**
 * The hash under which a secret is stored. That of a restricted key is hashed once more, because nodes of schema version 2
 * ignore restrictions: they do not find the key, and respond with 401.
 */
export function storedHash(secretHash: Buffer, row: RestrictionRow): Buffer {
  return isRestricted(row) ? hashAgain(secretHash) : secretHash;
}

/** A key that was restricted once remains so, in this sense. */
function isRestricted(row: RestrictionRow): boolean {
  const { valid_until_ms, read_only, publishable, origins } = row;
  return (
    valid_until_ms !== null ||
    Number(read_only) !== 0 ||
    Number(publishable) !== 0 ||
    origins !== null
  );
}

/** The hash under which a stored secret must be found from now on; undefined if it does not change. */
export function rehash(
  stored: Buffer,
  before: RestrictionRow,
  after: RestrictionRow,
): Buffer | undefined {
  return isRestricted(after) && !isRestricted(before) ? hashAgain(stored) : undefined;
}

/** The hashes under which a secret may be stored. */
export function possibleHashes(secretHash: Buffer): [plain: Buffer, restricted: Buffer] {
  return [secretHash, hashAgain(secretHash)];
}

function hashAgain(secretHash: Buffer): Buffer {
  return hash('sha256', secretHash, 'buffer');
}

export interface CallerRow extends RestrictionRow {
  id: string;
  plan: string;
  per_minute: Int64 | null;
  per_day: Int64 | null;
  bans_lifted_ms: Int64 | null;
}

/** The columns that are set when a key is created. */
export const CREATED_COLUMNS = `id, plan, per_minute, per_day, ${RESTRICTION_COLUMNS}`;
export const CALLER_COLUMNS = `${CREATED_COLUMNS}, bans_lifted_ms`;

function toCaller(row: CallerRow): Caller & KeyRestrictions {
  const { per_minute, per_day } = row;
  const custom = per_minute !== null && per_day !== null;
  return {
    id: row.id,
    plan: row.plan,
    quota: custom ? { perMinute: Number(per_minute), perDay: Number(per_day) } : undefined,
    bansLiftedMs: toTime(row.bans_lifted_ms),
    ...toRestrictions(row),
  };
}

export interface KeyRow extends CallerRow {
  name: string;
  created_ms: Int64;
  last_used_ms: Int64 | null;
  revoked_ms: Int64 | null;
  live_secrets: Int64;
}

export function toKeyRecord(row: KeyRow): KeyRecord {
  return {
    ...toCaller(row),
    name: row.name,
    createdMs: Number(row.created_ms),
    lastUsedMs: toTime(row.last_used_ms),
    revokedMs: toTime(row.revoked_ms),
    liveSecrets: Number(row.live_secrets),
  };
}

/** Whether the key is neither revoked nor expired. */
export function isLive(row: KeyRow, nowMs: number): boolean {
  return row.revoked_ms === null && nowMs < Number(row.valid_until_ms ?? Number.POSITIVE_INFINITY);
}

/** The row of a key with its changes. Times are the store's. */
export function toChangedRow(row: KeyRow, changes: KeyChanges): KeyRow {
  const { name, plan, quota, expiresMs } = { ...toKeyRecord(row), ...changes };
  return {
    ...row,
    name,
    plan,
    per_minute: quota?.perMinute ?? null,
    per_day: quota?.perDay ?? null,
    valid_until_ms: expiresMs ?? (row.valid_until_ms === null ? null : NEVER_MS),
  };
}

/** The caller that a key's secret authenticates, and when the secret or the key expires. */
export interface KnownSecret {
  caller: Caller;
  expiresMs: number;
}

export interface SecretRow extends CallerRow {
  expires_ms: Int64 | null;
}

export function toKnownSecret(row: SecretRow): KnownSecret {
  const { expiresMs = Number.POSITIVE_INFINITY, ...caller } = toCaller(row);
  return {
    caller,
    expiresMs: Math.min(Number(row.expires_ms ?? Number.POSITIVE_INFINITY), expiresMs),
  };
}

/** The expiry is compared with the clock on every call, because no write marks the moment when a secret expires. */
export function callerAt(known: KnownSecret | undefined, nowMs: number): Caller | undefined {
  return known && nowMs < known.expiresMs ? known.caller : undefined;
}

// Mapping of the rows of keys and counters. Columns have the same names in SQLite and PostgreSQL.
import type { Int64 } from '@animal-store/contract';
import type { Caller, Counts, KeyRecord } from '../model.js';

export interface CallerRow {
  id: string;
  plan: string;
  per_minute: Int64 | null;
  per_day: Int64 | null;
}

export function toCaller(row: CallerRow): Caller {
  const { per_minute, per_day } = row;
  const custom = per_minute !== null && per_day !== null;
  return {
    id: row.id,
    plan: row.plan,
    quota: custom ? { perMinute: Number(per_minute), perDay: Number(per_day) } : undefined,
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
    lastUsedMs: row.last_used_ms === null ? undefined : Number(row.last_used_ms),
    revokedMs: row.revoked_ms === null ? undefined : Number(row.revoked_ms),
    liveSecrets: Number(row.live_secrets),
  };
}

/** The caller that a key's secret authenticates, and when the secret expires. */
export interface KnownSecret {
  caller: Caller;
  expiresMs: number;
}

export interface SecretRow extends CallerRow {
  expires_ms: Int64 | null;
}

export function toKnownSecret(row: SecretRow): KnownSecret {
  return {
    caller: toCaller(row),
    expiresMs: Number(row.expires_ms ?? Number.POSITIVE_INFINITY),
  };
}

/** The expiry is compared with the clock on every call, because no write marks the moment when a secret expires. */
export function callerAt(known: KnownSecret | undefined, nowMs: number): Caller | undefined {
  return known && nowMs < known.expiresMs ? known.caller : undefined;
}

export interface CounterRow {
  minute: Int64;
  minute_count: Int64;
  day: Int64;
  day_count: Int64;
  refusals: Int64;
  banned_until_ms: Int64;
  bans: Int64;
}

export function toCounts(row: CounterRow): Counts {
  return {
    minute: Number(row.minute),
    minuteCount: Number(row.minute_count),
    day: Number(row.day),
    dayCount: Number(row.day_count),
    refusals: Number(row.refusals),
    bannedUntilMs: Number(row.banned_until_ms),
    bans: Number(row.bans),
  };
}

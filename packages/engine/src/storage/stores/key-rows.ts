// Rows of keys, and what they say of a key and of its secrets.
import type { Caller, KeyRecord } from '../../model.js';
import { mapRows, type RowOf, type StoredRow } from '../columns.js';
import { API_KEYS } from '../operator-tables.js';

const SHOWN = { ...API_KEYS, lastUsedMs: 'integer?', liveSecrets: 'integer' } as const;
const FOUND = { ...API_KEYS, secretExpiresMs: 'integer?' } as const;

export const newKeyRows = mapRows(API_KEYS);
const keyRows = mapRows(SHOWN);
const foundRows = mapRows(FOUND);

/** The row of the key that a secret's hash authenticates. */
export const FIND_SECRET = `SELECT api_keys.*, secret.expires_ms AS secret_expires_ms
  FROM api_key_secrets AS secret JOIN api_keys ON api_keys.id = secret.key_id
  WHERE secret.hash = $1 AND api_keys.revoked_ms IS NULL`;

/** The caller that a key's secret authenticates, and when the secret or the key expires. */
export interface KnownSecret {
  caller: Caller;
  expiresMs: number;
}

/** @returns undefined if no key that is not revoked has this secret. */
export type FindSecret = (
  secretHash: Buffer,
) => KnownSecret | undefined | Promise<KnownSecret | undefined>;

export function toKnownSecret(stored: StoredRow): KnownSecret {
  const row = foundRows.toRow(stored);
  const { id, plan, bansLiftedMs, isReadOnly, isPublishable, expiresMs, secretExpiresMs } = row;
  return {
    caller: { id, plan, bansLiftedMs, isReadOnly, isPublishable, ...toQuotaAndOrigins(row) },
    expiresMs: Math.min(
      expiresMs ?? Number.POSITIVE_INFINITY,
      secretExpiresMs ?? Number.POSITIVE_INFINITY,
    ),
  };
}

export function toKeyRecord(stored: StoredRow): KeyRecord {
  const { perMinute, perDay, origins, ...row } = keyRows.toRow(stored);
  return { ...row, ...toQuotaAndOrigins({ perMinute, perDay, origins }) };
}

function toQuotaAndOrigins({
  perMinute,
  perDay,
  origins,
}: Pick<RowOf<typeof API_KEYS>, 'perMinute' | 'perDay' | 'origins'>) {
  const isCustom = perMinute !== undefined && perDay !== undefined;
  return {
    quota: isCustom ? { perMinute, perDay } : undefined,
    origins: origins === undefined ? [] : toOrigins(origins),
  };
}

/** @throws an Error if the value is damaged: without its origins the key would be valid for any. */
function toOrigins(origins: unknown): readonly string[] {
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string'))
    return origins;
  throw new Error('api_keys.origins must be a JSON array of strings');
}

/** Whether the key is neither revoked nor expired. */
export function isLive({ revokedMs, expiresMs }: KeyRecord, nowMs: number): boolean {
  return revokedMs === undefined && nowMs < (expiresMs ?? Number.POSITIVE_INFINITY);
}

// Audit log of keys: each change with the values before and after it, written in the transaction of the change.
import { isObject } from '@animal-store/core';
import { operatingSystemUser } from '../../lib/operating-system-user.js';
import type { KeyEvent, KeyRecord, NewKey } from '../../model.js';
import { mapRows, type RowOf, type StoredRow } from '../columns.js';
import { KEY_EVENTS } from '../operator-tables.js';

export const keyEvents = mapRows(KEY_EVENTS);
type KeyEventRow = RowOf<typeof KEY_EVENTS>;

type Details = KeyEvent['details'];
export type Audited = NewKey & Partial<Pick<KeyRecord, 'revokedMs' | 'bansLiftedMs'>>;

/** The values that are recorded, null where unset. Secrets and their hashes are never among them. */
function auditedValues(key: Audited): Record<string, unknown> {
  return {
    name: key.name,
    plan: key.plan,
    perMinute: key.quota?.perMinute ?? null,
    perDay: key.quota?.perDay ?? null,
    expires: toDate(key.expiresMs),
    readOnly: key.isReadOnly || null,
    publishable: key.isPublishable || null,
    origins: key.origins.length === 0 ? null : key.origins,
    revoked: toDate(key.revokedMs),
    bansLifted: toDate(key.bansLiftedMs),
  };
}

/**
 * @param before Undefined for a new key.
 * @param more What the key does not show.
 * @returns undefined if nothing has changed.
 */
export function changeEvent(
  action: string,
  before: KeyRecord | undefined,
  after: Audited,
  more: Details,
  atMs: number,
): KeyEventRow | undefined {
  const details = { ...changesBetween(before, after), ...more };
  if (Object.keys(details).length === 0) return undefined;
  return { keyId: after.id, atMs, action, details, actor: operatingSystemUser() };
}

/** Details of a rotation, whose effect is on secrets alone. */
export function secretsExpireAt(ms: number): Details {
  return { oldSecretsExpire: { before: null, after: toDate(ms) } };
}

/** The values that differ. @param before Undefined for a new key. */
function changesBetween(before: Audited | undefined, after: Audited): Details {
  const old = before && auditedValues(before);
  const changes = Object.entries(auditedValues(after))
    .map(([name, value]) => [name, { before: old?.[name] ?? null, after: value }] as const)
    .filter(([, { before, after }]) => JSON.stringify(before) !== JSON.stringify(after));
  return Object.fromEntries(changes);
}

export function toKeyEvent(stored: StoredRow): KeyEvent {
  const { details, ...event } = keyEvents.toRow(stored);
  if (isDetails(details)) return { ...event, details };
  throw new Error('key_events.details must be a JSON object of values before and after');
}

function isDetails(value: unknown): value is Details {
  return isObject(value) && Object.values(value).every(isChange);
}

function isChange(value: unknown): boolean {
  return isObject(value) && 'before' in value && 'after' in value;
}

function toDate(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

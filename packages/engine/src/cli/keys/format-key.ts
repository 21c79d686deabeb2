// Output of keys and of their audit log: for a terminal of 80 columns, and as JSON with every value.
import type { KeyEvent, KeyRestrictions } from '../../model.js';
import { dateOf, type FormatTable, formatProperties, truncate } from '../output.js';
import type { ShownKey } from './change-key.js';

const MAX_NAME_LENGTH = 16;
const MAX_LINE_LENGTH = 80;

/** A key in JSON. All fields are always there, null where unset. */
export function toJson(key: ShownKey) {
  const when = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    id: key.id,
    name: key.name,
    plan: key.plan,
    perMinute: key.quota?.perMinute ?? null,
    perDay: key.quota?.perDay ?? null,
    created: when(key.createdMs),
    lastUsed: when(key.lastUsedMs),
    expires: when(key.expiresMs),
    revoked: when(key.revokedMs),
    readOnly: key.isReadOnly,
    publishable: key.isPublishable,
    origins: key.origins,
    liveSecrets: key.liveSecrets,
    bannedUntil: when(key.bannedUntilMs),
  };
}

/** A line for each property of a key. @param more Further lines. */
export function formatKey(key: ShownKey, more: readonly [string, string][] = []): string {
  const { plan, quota, origins } = key;
  const time = (ms: number | undefined) => (ms === undefined ? '-' : timeOf(ms));
  return formatProperties([
    ['id', key.id],
    ['name', key.name],
    ['plan', quota ? `${plan}, ${quota.perMinute} requests a minute, ${quota.perDay} a day` : plan],
    ['state', stateOf(key)],
    ['created', time(key.createdMs)],
    ['last used', time(key.lastUsedMs)],
    ['expires', time(key.expiresMs)],
    ['revoked', time(key.revokedMs)],
    ['banned until', time(key.bannedUntilMs)],
    ['access', describeAccess(key) ?? 'read and write'],
    ...(origins.length === 0 ? ['any'] : origins).map((origin, index): [string, string] => [
      index === 0 ? 'origins' : '',
      origin,
    ]),
    ['live secrets', key.liveSecrets],
    ...more,
  ]);
}

/** A row of the table that `keys list` prints. */
export function toRow(key: ShownKey) {
  const { id, name, plan, createdMs, lastUsedMs } = key;
  return {
    id,
    name: truncate(name, MAX_NAME_LENGTH),
    plan,
    created: dateOf(createdMs),
    lastUsed: lastUsedMs === undefined ? undefined : dateOf(lastUsedMs),
    state: stateOf(key),
  };
}

export const STATES = ['live', 'banned', 'expired', 'revoked'] as const;

export function stateOf({
  revokedMs,
  liveSecrets,
  bannedUntilMs,
}: ShownKey): (typeof STATES)[number] {
  if (revokedMs !== undefined) return 'revoked';
  if (liveSecrets === 0) return 'expired';
  return bannedUntilMs === undefined ? 'live' : 'banned';
}

/** The restrictions of a key in words. Empty for a key without any. */
export function describeRestrictions(restrictions: KeyRestrictions): string[] {
  const { expiresMs, origins } = restrictions;
  const access = describeAccess(restrictions);
  return [
    ...(access === undefined ? [] : [access]),
    ...origins.map((origin) => `origin ${origin}`),
    ...(expiresMs === undefined ? [] : [`expires ${timeOf(expiresMs)}`]),
  ];
}

function describeAccess(
  restrictions: Pick<KeyRestrictions, 'isReadOnly' | 'isPublishable'>,
): string | undefined {
  if (restrictions.isPublishable) return 'publishable, read-only';
  return restrictions.isReadOnly ? 'read-only' : undefined;
}

export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** An object of the array that `keys history --json` prints. */
export function eventToJson({ keyId, atMs, action, details, actor }: KeyEvent) {
  return { keyId, at: new Date(atMs).toISOString(), action, details, actor };
}

/** A row for each event. The values that it changed follow in indented lines. @param isOfAll Whether rows name their key. */
export function formatHistory(
  events: readonly KeyEvent[],
  isOfAll: boolean,
  format: FormatTable,
): string {
  const rows = events.map(({ keyId, atMs, action, actor }) => ({
    at: timeOf(atMs),
    ...(isOfAll && { key: keyId }),
    action,
    actor,
  }));
  const details = events.map((event) =>
    Object.entries(event.details).map(([name, { before, after }]) => {
      const change = before === null ? show(after) : `${show(before)} -> ${show(after)}`;
      return `${toWords(name)}: ${change}`;
    }),
  );
  const lines = format(rows, details).split('\n');
  return lines.map((line) => truncate(line, MAX_LINE_LENGTH)).join('\n');
}

/** `perMinute` becomes `per minute`. */
function toWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function show(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(show).join(', ');
  return String(value).replace(/^(\d{4}-\d\d-\d\dT[\d:]{8})\.\d{3}Z$/, '$1Z'); // to the second
}

// Operator's tables, which every store has beside those of its resources: keys, counts, idempotency records, the audit log,
// usage and imports.
import { type SqlTypes, type StoredTable, toColumns } from './columns.js';

export const API_KEYS = {
  id: 'text',
  name: 'text',
  plan: 'text',
  perMinute: 'integer?',
  perDay: 'integer?',
  createdMs: 'integer',
  revokedMs: 'integer?',
  expiresMs: 'integer?',
  isReadOnly: 'boolean',
  isPublishable: 'boolean',
  origins: 'json?',
  bansLiftedMs: 'integer?',
} as const;
export const API_KEY_SECRETS = { hash: 'bytes', keyId: 'text', expiresMs: 'integer?' } as const;
export const KEY_EVENTS = {
  keyId: 'text',
  atMs: 'integer',
  action: 'text',
  details: 'json',
  actor: 'text',
} as const;
export const COUNTERS = {
  subject: 'text',
  minute: 'integer',
  minuteCount: 'integer',
  day: 'integer',
  dayCount: 'integer',
  refusals: 'integer',
  bannedUntilMs: 'integer',
  bans: 'integer',
  bansLiftedMs: 'integer',
  lastUsedMs: 'integer',
} as const;
export const IDEMPOTENCY_RECORDS = {
  keyId: 'text',
  name: 'text',
  fingerprint: 'bytes',
  createdMs: 'integer',
  status: 'integer?',
  headers: 'json?',
  body: 'text?',
} as const;
export const USAGE = {
  day: 'integer',
  keyId: 'text',
  operation: 'text',
  statusClass: 'integer',
  requests: 'integer',
} as const;
const USAGE_WRITERS = { id: 'text', batch: 'integer', day: 'integer' } as const;
export const IMPORTS = {
  resource: 'text',
  fileHash: 'text',
  rowsRead: 'integer',
  imported: 'integer',
  rejected: 'integer',
  startedMs: 'integer',
  finishedMs: 'integer?',
} as const;

/** For the check of the schema at startup, and for copies: in an order that satisfies the foreign keys. */
export const OPERATOR_TABLES: readonly StoredTable[] = [
  toTable('api_keys', API_KEYS),
  toTable('api_key_secrets', API_KEY_SECRETS),
  toTable('key_events', { id: 'int64', ...KEY_EVENTS }),
  toTable('counters', COUNTERS),
  toTable('idempotency_records', IDEMPOTENCY_RECORDS, 2),
  toTable('usage', USAGE, 4),
  toTable('usage_writers', USAGE_WRITERS),
  toTable('imports', IMPORTS, 2),
];

/** @param keyLength The number of columns, from the first one, that are the primary key. */
function toTable(name: string, types: Parameters<typeof toColumns>[0], keyLength = 1): StoredTable {
  const columns = toColumns(types);
  return { name, columns, key: columns.slice(0, keyLength) };
}

/** SQL of the first migration. Never edit it once it was released: append a migration. */
export function createOperatorTables(type: SqlTypes): string {
  return `
  CREATE TABLE api_keys (
    id ${type.key} NOT NULL PRIMARY KEY,
    name ${type.text} NOT NULL,
    plan ${type.text} NOT NULL,
    per_minute ${type.integer},
    per_day ${type.integer},
    created_ms ${type.integer} NOT NULL,
    revoked_ms ${type.integer},
    expires_ms ${type.integer},
    is_read_only ${type.boolean} NOT NULL,
    is_publishable ${type.boolean} NOT NULL,
    origins ${type.json},
    bans_lifted_ms ${type.integer} -- the last lift; later than any earlier one
  )${type.table};
  CREATE TABLE api_key_secrets (
    hash ${type.bytes} NOT NULL PRIMARY KEY, -- SHA-256; the secret itself is nowhere
    key_id ${type.key} NOT NULL REFERENCES api_keys (id),
    expires_ms ${type.integer}
  )${type.keyedTable};
  CREATE INDEX api_key_secrets_by_key ON api_key_secrets (key_id);
  CREATE TABLE key_events (
    id ${type.id},
    key_id ${type.key} NOT NULL,
    at_ms ${type.integer} NOT NULL,
    action ${type.text} NOT NULL,
    details ${type.json} NOT NULL,
    actor ${type.text} NOT NULL -- the operating system's user
  )${type.table};
  CREATE INDEX key_events_by_key ON key_events (key_id, id);

  CREATE TABLE counters (
    subject ${type.key} NOT NULL PRIMARY KEY,
    minute ${type.integer} NOT NULL,
    minute_count ${type.integer} NOT NULL,
    day ${type.integer} NOT NULL,
    day_count ${type.integer} NOT NULL,
    refusals ${type.integer} NOT NULL,
    banned_until_ms ${type.integer} NOT NULL,
    bans ${type.integer} NOT NULL,
    bans_lifted_ms ${type.integer} NOT NULL, -- the last lift that the counts reflect
    last_used_ms ${type.integer} NOT NULL
  )${type.keyedTable};
  CREATE INDEX counters_by_age ON counters (last_used_ms);

  CREATE TABLE idempotency_records (
    key_id ${type.key} NOT NULL,
    name ${type.key} NOT NULL,
    fingerprint ${type.bytes} NOT NULL,
    created_ms ${type.integer} NOT NULL,
    status ${type.integer}, -- NULL while the first request is being processed
    headers ${type.json},
    body ${type.text},
    PRIMARY KEY (key_id, name)
  )${type.keyedTable};
  CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);

  CREATE TABLE usage (
    day ${type.integer} NOT NULL, -- days since 1970-01-01, UTC
    key_id ${type.key} NOT NULL,
    operation ${type.key} NOT NULL,
    status_class ${type.integer} NOT NULL, -- 2 for 200 to 299
    requests ${type.integer} NOT NULL,
    PRIMARY KEY (day, key_id, operation, status_class)
  )${type.table};
  CREATE TABLE usage_writers ( -- the last batch of each server, so that a batch that is written twice counts once
    id ${type.key} NOT NULL PRIMARY KEY,
    batch ${type.integer} NOT NULL,
    day ${type.integer} NOT NULL
  )${type.table};

  CREATE TABLE imports (
    resource ${type.key} NOT NULL,
    file_hash ${type.key} NOT NULL, -- SHA-256 of the file's content, in hexadecimal
    rows_read ${type.integer} NOT NULL, -- the first rows of the file, which are stored or rejected
    imported ${type.integer} NOT NULL,
    rejected ${type.integer} NOT NULL,
    started_ms ${type.integer} NOT NULL,
    finished_ms ${type.integer},
    PRIMARY KEY (resource, file_hash)
  )${type.table};

  CREATE TABLE secrets (name ${type.key} NOT NULL PRIMARY KEY, value ${type.bytes} NOT NULL)${type.keyedTable};
  `;
}

// Operator's tables, which every store has beside those of its resources: keys, counts, idempotency records, the audit log,
// usage and imports. The first migration is made of FIRST_TABLES, which is released: never edit it. A later column is spread into
// a definition in OPERATOR_TABLES, such as `{ ...API_KEYS, owner: 'text?' }`, and a migration adds it.
import {
  type Column,
  listOf,
  quote,
  type SqlTypes,
  type StoredTable,
  toColumns,
} from './columns.js';

export const API_KEYS = {
  id: 'key',
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
  /** The last lift; later than any earlier one. */
  bansLiftedMs: 'integer?',
} as const;
export const API_KEY_SECRETS = {
  /** SHA-256; the secret itself is nowhere. */
  hash: 'bytes',
  keyId: 'key',
  expiresMs: 'integer?',
} as const;
/** The keys that are not revoked by their origins: an index of `apiKeys.origins`. */
export const KEY_ORIGINS = {
  /** A pattern (keys/origin-pattern.ts). */
  origin: 'key',
  /** NEVER_MS for a key that does not expire. */
  expiresMs: 'integer',
  keyId: 'key',
} as const;
export const KEY_EVENTS = {
  keyId: 'key',
  atMs: 'integer',
  action: 'text',
  details: 'json',
  /** The operating system's user. */
  actor: 'text',
} as const;
export const COUNTERS = {
  subject: 'key',
  minute: 'integer',
  minuteCount: 'integer',
  day: 'integer',
  dayCount: 'integer',
  refusals: 'integer',
  bannedUntilMs: 'integer',
  bans: 'integer',
  /** The last lift that the counts reflect. */
  bansLiftedMs: 'integer',
  lastUsedMs: 'integer',
} as const;
export const IDEMPOTENCY_RECORDS = {
  keyId: 'key',
  name: 'key',
  fingerprint: 'bytes',
  createdMs: 'integer',
  /** NULL while the first request is being processed. */
  status: 'integer?',
  headers: 'json?',
  body: 'text?',
} as const;
export const USAGE = {
  /** Days since 1970-01-01, UTC. */
  day: 'integer',
  keyId: 'key',
  operation: 'key',
  /** 2 for 200 to 299. */
  statusClass: 'integer',
  requests: 'integer',
} as const;
/** The last batch of each server, so that a batch that is written twice counts once. */
const USAGE_WRITERS = { id: 'key', batch: 'integer', day: 'integer' } as const;
const FIRST_IMPORTS = {
  resource: 'key',
  /** SHA-256 of the file's content, in hexadecimal. */
  fileHash: 'key',
  /** The first rows of the file, which are stored or rejected. */
  rowsRead: 'integer',
  imported: 'integer',
  rejected: 'integer',
  startedMs: 'integer',
  finishedMs: 'integer?',
} as const;
export const IMPORTS = {
  ...FIRST_IMPORTS,
  /** The length of the rejects file. */
  rejectsBytes: 'integer',
} as const;

interface OperatorTable extends StoredTable {
  /** How its definition in SQL ends: `keyedTable` if its rows are only found by their primary key. */
  end: 'table' | 'keyedTable';
  /** Further SQL of its definition. */
  constraint: string;
}

/** In an order that satisfies the foreign keys. */
const FIRST_TABLES: readonly OperatorTable[] = [
  toOperatorTable('api_keys', API_KEYS),
  toOperatorTable('api_key_secrets', API_KEY_SECRETS, {
    end: 'keyedTable',
    constraint: ', FOREIGN KEY (key_id) REFERENCES api_keys (id)',
  }),
  toOperatorTable('key_events', { id: 'int64', ...KEY_EVENTS }),
  toOperatorTable('counters', COUNTERS, { end: 'keyedTable' }),
  toOperatorTable('idempotency_records', IDEMPOTENCY_RECORDS, { keyLength: 2, end: 'keyedTable' }),
  toOperatorTable('usage', USAGE, { keyLength: 4 }),
  toOperatorTable('usage_writers', USAGE_WRITERS),
  toOperatorTable('imports', FIRST_IMPORTS, { keyLength: 2 }),
];

const KEY_ORIGINS_TABLE = toOperatorTable('key_origins', KEY_ORIGINS, {
  keyLength: 3,
  end: 'keyedTable',
});

/** As they are now: for the check of the schema at startup, and for copies. */
export const OPERATOR_TABLES: readonly OperatorTable[] = [
  ...FIRST_TABLES.filter(({ name }) => name !== 'imports'),
  toOperatorTable('imports', IMPORTS, { keyLength: 2 }),
  KEY_ORIGINS_TABLE,
];

/** Later than any time that a clock shows. */
export const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** Counts that are deleted after a while: those of addresses, and of visitors with a publishable key. */
export const OF_ADDRESS = "substr(subject, 1, 8) = 'address:'";

type TableOptions = Partial<Pick<OperatorTable, 'end' | 'constraint'>> & { keyLength?: number };

/** @param options.keyLength The number of columns, from the first one, that are the primary key. */
function toOperatorTable(
  name: string,
  types: Parameters<typeof toColumns>[0],
  { keyLength = 1, ...options }: TableOptions = {},
): OperatorTable {
  const columns = toColumns(types);
  const key = columns.slice(0, keyLength);
  return { name, columns, key, end: 'table', constraint: '', ...options };
}

/** SQL of the first migration. */
export function createOperatorTables(type: SqlTypes): string {
  return `
  ${FIRST_TABLES.map((table) => createTableSql(table, type)).join('\n  ')}
  CREATE INDEX api_key_secrets_by_key ON api_key_secrets (key_id);
  CREATE INDEX key_events_by_key ON key_events (key_id, id);
  CREATE INDEX counters_by_age ON counters (last_used_ms);
  CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);
  CREATE TABLE secrets (name ${type.key} NOT NULL PRIMARY KEY, value ${type.bytes} NOT NULL)${type.keyedTable};
  `;
}

/** SQL of the second migration: indexes, so that the work of a request does not grow with the number of keys. */
export function createKeyOrigins(type: SqlTypes): string {
  return `
  ${createTableSql(KEY_ORIGINS_TABLE, type)}
  ${type.lockWrites('api_keys')}
  INSERT INTO key_origins (origin, expires_ms, key_id)
    SELECT DISTINCT value, coalesce(expires_ms, ${NEVER_MS}), api_keys.id FROM api_keys, ${type.elements('origins')}
    WHERE revoked_ms IS NULL;
  CREATE INDEX usage_writers_by_day ON usage_writers (day);
  CREATE INDEX counters_of_addresses ON counters (last_used_ms) WHERE ${OF_ADDRESS};
  DROP INDEX counters_by_age;
  `;
}

/** SQL of the third migration. An import that an earlier version has begun goes on with a rejects file of its own. */
export function addRejectsBytes(type: SqlTypes): string {
  return `ALTER TABLE imports ADD COLUMN rejects_bytes ${type.integer} NOT NULL DEFAULT 0`;
}

/** A primary key `id` of 64 bits is one that the database assigns. */
function createTableSql(
  { name, columns, key, end, constraint }: OperatorTable,
  type: SqlTypes,
): string {
  const isAssigned = (column: Column) => column.name === 'id' && column.kind === 'int64';
  const lines = columns.map((column) => {
    if (isAssigned(column)) return `id ${type.id}`;
    const sqlType = column.isKey ? type.key : type[column.kind];
    return `${quote(column.name)} ${sqlType}${column.null === undefined ? ' NOT NULL' : ''}`;
  });
  const primaryKey = key.some(isAssigned) ? '' : `, PRIMARY KEY (${listOf(key)})`;
  return `CREATE TABLE ${name} (${lines.join(', ')}${primaryKey}${constraint})${type[end]};`;
}

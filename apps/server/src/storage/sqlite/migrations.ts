// Schema migrations of SQLite: each entry takes the database from one `user_version` to the next. Append-only.

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE pets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- an id is never given twice, not even after a deletion
    name TEXT NOT NULL,
    category_id INTEGER NOT NULL,
    status TEXT
  ) STRICT;
  CREATE INDEX pets_by_status ON pets (status, id) WHERE status IS NOT NULL;

  CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    pet_id INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    ship_date TEXT NOT NULL,
    complete INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE idempotency_records (
    key_id TEXT NOT NULL,
    name TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    pet_id INTEGER NOT NULL REFERENCES pets (id),
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (key_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    per_minute INTEGER,
    per_day INTEGER,
    created_ms INTEGER NOT NULL,
    revoked_ms INTEGER
  ) STRICT;
  CREATE TABLE api_key_secrets (
    hash BLOB PRIMARY KEY, -- SHA-256; the secret itself is nowhere
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    expires_ms INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE counters (
    subject TEXT PRIMARY KEY,
    minute INTEGER NOT NULL,
    minute_count INTEGER NOT NULL,
    day INTEGER NOT NULL,
    day_count INTEGER NOT NULL,
    refusals INTEGER NOT NULL,
    banned_until_ms INTEGER NOT NULL,
    bans INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX counters_by_age ON counters (last_used_ms);

  CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO secrets VALUES ('cursor', randomblob(32));
  `,
];

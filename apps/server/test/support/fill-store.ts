// Rows of a store that has grown, made by SQL inside the database.
import type { TestDatabase } from './postgres.js';

export type Sizes = Readonly<Record<'animals' | 'keys' | 'records' | 'usageRows', number>>;

const DAY_MS = 86_400_000;
const KEYS_IN_USAGE = 1_000;
/** Operations and status classes of a key on a day. */
const ROWS_PER_DAY = 8;

/** What the databases write differently. `n` is the number of a row, from 1. */
const DIALECTS = {
  SQLite: {
    numbers: 'WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers LIMIT ',
    keyId: (number: string) => `printf('key_%012d', ${number})`,
    hash: "CAST(printf('%032d', n) AS BLOB)",
    analyze: 'PRAGMA optimize',
  },
  PostgreSQL: {
    numbers: 'WITH numbers (n) AS (SELECT generate_series(1, ',
    keyId: (number: string) => `'key_' || lpad((${number})::text, 12, '0')`,
    hash: "convert_to(lpad(n::text, 32, '0'), 'UTF8')",
    analyze: 'ANALYZE',
  },
};

/**
 * Fills a store that is migrated and empty. A quarter of its keys have an origin of their own, `https://shop-N.example`. All
 * idempotency records have expired.
 */
export async function fillStore(
  { query }: TestDatabase,
  name: keyof typeof DIALECTS,
  { animals, keys, records, usageRows }: Sizes,
): Promise<void> {
  const { numbers, keyId, hash, analyze } = DIALECTS[name];
  const nowMs = Date.now();
  const today = Math.floor(nowMs / DAY_MS);
  const closing = name === 'SQLite' ? ')' : '))';
  /** @param values By column, as expressions of `n`. */
  const insert = (table: string, count: number, values: Record<string, string | number>) =>
    query(
      `INSERT INTO ${table} (${Object.keys(values).join(', ')}) ${numbers}${count}${closing}
       SELECT ${Object.values(values).join(', ')} FROM numbers`,
    );
  await insert('pets', animals, {
    name: "'animal ' || n",
    category_id: 'n % 100',
    status: "CASE n % 100 WHEN 0 THEN 'sold' WHEN 1 THEN 'pending' ELSE 'available' END",
  });
  await insert('api_keys', keys, {
    id: keyId('n'),
    name: "'customer ' || n",
    plan: "CASE n % 3 WHEN 0 THEN 'free' WHEN 1 THEN 'pro' ELSE 'business' END",
    created_ms: `${nowMs - keys} + n`,
    is_read_only: 'n % 2',
    is_publishable: 0,
    origins: `CASE n % 4 WHEN 0 THEN '["https://shop-' || n || '.example"]' END`,
  });
  await insert('api_key_secrets', keys, { hash, key_id: keyId('n') });
  await insert('key_events', keys, {
    key_id: keyId('n'),
    at_ms: nowMs,
    action: "'create'",
    details: `'{"plan":{"before":null,"after":"free"}}'`,
    actor: "'root'",
  });
  await insert('counters', keys, {
    subject: `'key:' || ${keyId('n')}`,
    minute: Math.floor(nowMs / 60_000),
    minute_count: 1,
    day: today,
    day_count: 1,
    refusals: 0,
    banned_until_ms: 0,
    bans: 0,
    bans_lifted_ms: 0,
    last_used_ms: nowMs - 10 * DAY_MS,
  });
  await insert('idempotency_records', records, {
    key_id: keyId('1 + n % 1000'),
    name: "'request ' || n",
    fingerprint: hash,
    created_ms: `${nowMs - 3 * DAY_MS} + n / 1000`,
    status: 201,
    headers: "'{}'",
    body: `'{"id":1,"name":"Rex","categoryId":1}'`,
  });
  await insert('usage', usageRows, {
    day: `${today} - n / ${ROWS_PER_DAY * KEYS_IN_USAGE}`,
    key_id: keyId(`1 + n / ${ROWS_PER_DAY} % ${KEYS_IN_USAGE}`),
    operation:
      "CASE n / 2 % 4 WHEN 0 THEN 'listPets' WHEN 1 THEN 'createPet' WHEN 2 THEN 'getPet' ELSE 'listOrders' END",
    status_class: '2 + n % 2 * 2',
    requests: 'n % 977 + 1',
  });
  await query(analyze);
}

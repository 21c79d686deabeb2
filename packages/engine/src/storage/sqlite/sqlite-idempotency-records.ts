// Idempotency records in SQLite. The write queue shares the transactions of the requests, each in a savepoint. Most creations
// pass here, so the statements are bound by position, which is cheaper than those of sql.ts.
import type { StoredRow } from '../columns.js';
import { type IdempotencyRecords, recordRows } from '../stores/idempotency-store.js';
import type { IdempotencyClock } from './idempotency-clock.js';
import type { SqliteDatabase } from './sqlite-database.js';

/** About as many pages change, for a few milliseconds: requests wait for a batch. */
const CLEANUP_BATCH_SIZE = 100;

export function createRecords(
  database: SqliteDatabase,
  clock: IdempotencyClock,
): IdempotencyRecords {
  const deleteExpired = database.prepare(
    `DELETE FROM idempotency_records WHERE (key_id, name) IN (
       SELECT key_id, name FROM idempotency_records WHERE created_ms <= ? LIMIT ${CLEANUP_BATCH_SIZE})`,
  );
  const newestMs = database
    .prepare<[], number | null>('SELECT max(created_ms) FROM idempotency_records')
    .pluck()
    .safeIntegers(false);
  const expiredMs = (retentionMs: number) =>
    clock.expiredMs(retentionMs, () => newestMs.get() ?? undefined);
  const find = database.prepare<[string, string, number], StoredRow>(
    'SELECT * FROM idempotency_records WHERE key_id = ? AND name = ? AND created_ms > ?',
  );
  /** Replaces an expired record. */
  const insert = database.prepare(
    `INSERT OR REPLACE INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    async claim(_, claims) {
      return claims.map(({ keyId, name, retentionMs }) => {
        const earlier = find.get(keyId, name, expiredMs(retentionMs));
        return earlier ? recordRows.toRow(earlier) : 'claimed';
      });
    },
    async save({ assertOpen }, answers) {
      assertOpen();
      for (const { claim, response } of answers) {
        const { keyId, name, fingerprint } = claim;
        const { status, headers, body = null } = response;
        const createdMs = clock.timestampMs();
        insert.run(keyId, name, fingerprint, createdMs, status, JSON.stringify(headers), body);
      }
    },
    deleteExpired: async (_, retentionMs) =>
      deleteExpired.run(expiredMs(retentionMs)).changes === CLEANUP_BATCH_SIZE,
  };
}

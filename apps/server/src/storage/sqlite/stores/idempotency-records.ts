// Idempotency records in SQLite. The write queue shares the transactions of the requests, each in a savepoint. Most creations
// pass here, so the statements are bound by position, which is cheaper than those of sql.ts.
import type { StoredRow } from '../../columns.js';
import { type IdempotencyRecords, recordRows } from '../../idempotency-store.js';
import type { IdempotencyClock } from '../idempotency-clock.js';
import type { SqliteDatabase } from '../open-database.js';

export function createRecords<Resources extends object>(
  database: SqliteDatabase,
  clock: IdempotencyClock,
): IdempotencyRecords<Resources> {
  const deleteExpired = database.prepare('DELETE FROM idempotency_records WHERE created_ms <= ?');
  const newestMs = database
    .prepare<[], number | null>('SELECT max(created_ms) FROM idempotency_records')
    .pluck()
    .safeIntegers(false);
  const find = database.prepare<[string, string], StoredRow>(
    'SELECT * FROM idempotency_records WHERE key_id = ? AND name = ?',
  );
  const insert = database.prepare(
    `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    async claim(_, claims) {
      return claims.map(({ keyId, name, retentionMs }) => {
        deleteExpired.run(clock.expiredMs(retentionMs, () => newestMs.get() ?? undefined));
        const earlier = find.get(keyId, name);
        return earlier ? recordRows.toRow(earlier) : 'claimed';
      });
    },
    async save(_, answers) {
      for (const { claim, response } of answers) {
        const { keyId, name, fingerprint } = claim;
        const { status, headers, body = null } = response;
        const createdMs = clock.timestampMs();
        insert.run(keyId, name, fingerprint, createdMs, status, JSON.stringify(headers), body);
      }
    },
    run: (request, { alone }) => alone(request),
  };
}

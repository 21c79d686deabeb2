// Idempotency records in SQLite: the response of a request, written in one transaction with its effect.

import { type RecordRow, toOutcome, toRecord } from '../../idempotency-record.js';
import type { BaseStore, OnceOutcome } from '../../store.js';
import { runInScope } from '../../transaction.js';
import type { Connection } from '../connection.js';
import type { IdempotencyClock } from '../idempotency-clock.js';

/** @param bind The resources inside the open transaction. They add the tables that they write to. */
export function createOnce<Resources extends object>(
  { database, transact }: Connection,
  clock: IdempotencyClock,
  bind: (written: Set<string>) => Resources,
): BaseStore<Resources>['once'] {
  const deleteExpired = database.prepare<[number]>(
    'DELETE FROM idempotency_records WHERE created_ms <= ?',
  );
  const newestMs = database
    .prepare<[], number>('SELECT created_ms FROM idempotency_records ORDER BY created_ms DESC')
    .pluck()
    .safeIntegers(false);
  const find = database.prepare<[string, string], RecordRow>(
    'SELECT fingerprint, status, headers, body FROM idempotency_records WHERE key_id = ? AND name = ?',
  );
  const insert = database.prepare<[string, string, Buffer, number, number, string, string | null]>(
    `INSERT INTO idempotency_records (key_id, name, fingerprint, created_ms, status, headers, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  /** Claims whose transaction has not committed yet. */
  const inProgress = new Set<string>();

  return async (claim, work) => {
    const { keyId, name } = claim;
    const claimKey = `${keyId} ${name}`;
    if (inProgress.has(claimKey)) return { outcome: 'in_progress' };
    inProgress.add(claimKey);
    const run = async (written: Set<string>): Promise<OnceOutcome> => {
      deleteExpired.run(clock.expiredMs(claim.retentionMs, () => newestMs.get()));
      const earlier = find.get(keyId, name);
      if (earlier) return toOutcome(claim, earlier);
      const response = await runInScope(bind(written), work);
      const { status, headers, body } = toRecord(response);
      insert.run(keyId, name, claim.fingerprint, clock.timestampMs(), status, headers, body);
      return { outcome: 'done', response };
    };
    try {
      return await transact(run);
    } finally {
      inProgress.delete(claimKey);
    }
  };
}

// Owns the stored counts of callers, so that quotas and bans outlive the process.
import { type CounterRow, toCounts } from '../rows.js';
import { type CounterStore, subjectOfAddress } from '../store.js';
import type { Health } from './health.js';
import type { SqliteDatabase } from './open-database.js';
import type { WriteQueue } from './write-queue.js';

export function createCounterStore(
  database: SqliteDatabase,
  writes: WriteQueue,
  health: Health,
): CounterStore {
  const load = database.prepare<[string], CounterRow>('SELECT * FROM counters WHERE subject = ?');
  const save = database.prepare(
    `INSERT OR REPLACE INTO counters
       (subject, minute, minute_count, day, day_count, refusals, banned_until_ms, bans, last_used_ms)
     VALUES (:subject, :minute, :minuteCount, :day, :dayCount, :refusals, :bannedUntilMs, :bans, :lastUsedMs)`,
  );
  const forget = database.prepare<[number]>(
    `DELETE FROM counters WHERE subject LIKE '${subjectOfAddress('%')}' AND last_used_ms < ?`,
  );
  return {
    async load(subject) {
      const row = health.read(() => load.get(subject));
      return row && toCounts(row);
    },
    async save(subject, counts, lastUsedMs) {
      await writes.run(() => save.run({ subject, ...counts, lastUsedMs }));
    },
    async forget(beforeMs) {
      await writes.run(() => forget.run(beforeMs));
    },
  };
}

// Rate-limit counts in SQLite, so that quotas and bans survive a restart.
import { subjectOfAddress } from '../../../model.js';
import { type CounterRow, toCounts } from '../../rows.js';
import { type CounterStore, MAX_AHEAD_MS } from '../../store.js';
import type { Connection } from '../connection.js';

const TABLES = new Set(['counters']);

export function createCounterStore({ database, read, write }: Connection): CounterStore {
  const load = database.prepare<[string], CounterRow>('SELECT * FROM counters WHERE subject = ?');
  const save = database.prepare(
    `INSERT OR REPLACE INTO counters
       (subject, minute, minute_count, day, day_count, refusals, banned_until_ms, bans, lifted_ms, last_used_ms)
     VALUES (:subject, :minute, :minuteCount, :day, :dayCount, :refusals, :bannedUntilMs, :bans, :bansLiftedMs, :lastUsedMs)`,
  );
  const forget = database.prepare<[number]>(
    `DELETE FROM counters WHERE subject LIKE '${subjectOfAddress('%')}' AND last_used_ms < ?`,
  );
  const anyAhead = database.prepare<[number]>('SELECT 1 FROM counters WHERE minute > ? LIMIT 1');
  const dropAhead = database.prepare<{ minute: number; nowMs: number }>(
    `UPDATE counters SET minute = 0, minute_count = 0, day = 0, day_count = 0, refusals = 0, banned_until_ms = 0, bans = 0,
       last_used_ms = min(last_used_ms, :nowMs) WHERE minute > :minute`,
  );
  return {
    async load(subject) {
      const row = await read(() => load.get(subject));
      return row && toCounts(row);
    },
    async save(subject, counts, lastUsedMs) {
      await write(TABLES, () => save.run({ subject, ...counts, lastUsedMs }));
    },
    async dropAhead(nowMs) {
      const minute = Math.floor((nowMs + MAX_AHEAD_MS) / 60_000);
      if ((await read(() => anyAhead.get(minute))) === undefined) return 0; // even an empty write fails on a full disk
      return write(TABLES, () => dropAhead.run({ minute, nowMs }).changes);
    },
    async forget(beforeMs) {
      await write(TABLES, () => forget.run(beforeMs));
    },
  };
}

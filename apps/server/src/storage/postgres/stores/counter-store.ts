// Rate-limit counts in PostgreSQL, so that quotas and bans survive a restart.
import type { Int64 } from '@animal-store/contract';
import { subjectOfAddress } from '../../../model.js';
import { type CounterRow, toCounts } from '../../rows.js';
import { type CounterStore, MAX_AHEAD_MS } from '../../store.js';
import type { Queries } from '../database.js';
import type { DatabaseClock } from '../database-clock.js';

const COUNTS = 'minute, minute_count, day, day_count, refusals, banned_until_ms, bans, lifted_ms';

const LOAD = {
  name: 'load-counts',
  text: `SELECT ${COUNTS} FROM counters WHERE subject = $1`,
};
const SAVE = {
  name: 'save-counts',
  text: `INSERT INTO counters (subject, ${COUNTS}, last_used_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (subject) DO UPDATE SET minute = excluded.minute, minute_count = excluded.minute_count,
      day = excluded.day, day_count = excluded.day_count, refusals = excluded.refusals,
      banned_until_ms = excluded.banned_until_ms, bans = excluded.bans, lifted_ms = excluded.lifted_ms,
      last_used_ms = greatest(counters.last_used_ms, excluded.last_used_ms)`,
};
const FORGET = {
  name: 'forget-counts',
  text: `DELETE FROM counters WHERE subject LIKE '${subjectOfAddress('%')}' AND last_used_ms < $1`,
};
const DROP_AHEAD = {
  name: 'drop-counts-ahead',
  text: `WITH dropped AS (
      UPDATE counters SET minute = 0, minute_count = 0, day = 0, day_count = 0, refusals = 0, banned_until_ms = 0, bans = 0,
        last_used_ms = least(last_used_ms, $2) WHERE minute > $1 RETURNING 1)
    SELECT count(*) FROM dropped`,
};

export function createCounterStore(database: Queries, clock: DatabaseClock): CounterStore {
  /** The last write of each subject. The next one waits for it, because concurrent writes could be reordered. */
  const saving = new Map<string, Promise<unknown>>();

  return {
    async load(subject) {
      const [row] = await database.read<CounterRow>(LOAD, [subject]);
      return row && toCounts(row);
    },
    async save(subject, counts, lastUsedMs) {
      const { minute, minuteCount, day, dayCount } = counts;
      const { refusals, bannedUntilMs, bans, bansLiftedMs } = counts;
      const windows = [minute, minuteCount, day, dayCount];
      const values = [...windows, refusals, bannedUntilMs, bans, bansLiftedMs];
      const before = saving.get(subject) ?? Promise.resolve();
      const written = before
        .catch(() => {})
        .then(() => database.write(SAVE, [subject, ...values, lastUsedMs]));
      saving.set(subject, written);
      try {
        await written;
      } finally {
        if (saving.get(subject) === written) saving.delete(subject);
      }
    },
    async dropAhead(nowMs) {
      const trueMs = clock.at(nowMs);
      const minute = Math.floor((trueMs + MAX_AHEAD_MS) / 60_000);
      const [row] = await database.write<{ count: Int64 }>(DROP_AHEAD, [minute, trueMs]);
      return Number(row?.count);
    },
    async forget(beforeMs) {
      await database.write(FORGET, [beforeMs]);
    },
  };
}

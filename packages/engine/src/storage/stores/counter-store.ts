// Store of rate-limit counts, on both databases, so that quotas and bans survive a restart.
import type { Counts } from '@animal-store/core/rate-limit';
import { insertInto, mapRows, setExcluded } from '../columns.js';
import { COUNTERS, OF_ADDRESS } from '../operator-tables.js';
import type { SqlDatabase } from '../sql.js';

export type CounterStore = ReturnType<typeof createCounterStore>;

/** Few enough that no request waits for a batch. */
const FORGET_BATCH_SIZE = 1_000;

/** A clock may be set back by this much without any counts being dropped. */
const MAX_AHEAD_MS = 5 * 60_000;

const counterRows = mapRows(COUNTERS);
const { subject: _, lastUsedMs: __, ...COUNTS } = COUNTERS;
const counts = mapRows(COUNTS);
const subjects = mapRows({ subject: COUNTERS.subject });

export function createCounterStore(database: SqlDatabase) {
  const { greatest, least } = database.dialect;
  const sql = database.open('counters');
  const save = `${insertInto('counters', counterRows.columns)}
    ON CONFLICT (subject) DO UPDATE SET ${setExcluded(counts.columns)},
      last_used_ms = ${greatest}(counters.last_used_ms, excluded.last_used_ms)`;
  const reset = counts.columns
    .filter(({ property }) => property !== 'bansLiftedMs')
    .map(({ name }) => `${name} = 0`);
  /**
   * The last write of each subject. The next one waits for it, because concurrent writes could be reordered, and fails with it:
   * while another program holds the lock, all of them wait for one timeout.
   */
  const saving = new Map<string, Promise<unknown>>();

  return {
    async load(subject: string): Promise<Counts | undefined> {
      const [row] = await sql.read('SELECT * FROM counters WHERE subject = $1', [subject]);
      return row && counts.toRow(row);
    },
    /** By subject, of those that have counts. For commands. */
    async loadAll(all: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
      const asked = database.dialect.rows(
        subjects.columns,
        all.map((subject) => [subject]),
      );
      const rows = await sql.read(
        `WITH asked (subject) AS (${asked.select})
         SELECT counters.* FROM asked JOIN counters ON counters.subject = asked.subject`,
        asked.values,
      );
      return new Map(rows.map((row) => [subjects.toRow(row).subject, counts.toRow(row)]));
    },
    async save(subject: string, values: Counts, lastUsedMs: number): Promise<void> {
      const row = counterRows.toValues({ ...values, subject, lastUsedMs });
      const written = Promise.resolve(saving.get(subject)).then(() => sql.write(save, row));
      saving.set(subject, written);
      try {
        await written;
      } finally {
        if (saving.get(subject) === written) saving.delete(subject);
      }
    },
    /**
     * Resets counts of windows more than MAX_AHEAD_MS after `nowMs`. They were written by a clock that was ahead.
     * @returns the number of counts that were reset.
     */
    async dropAhead(nowMs: number): Promise<number> {
      const trueMs = database.toDatabaseTime(nowMs);
      const minute = Math.floor((trueMs + MAX_AHEAD_MS) / 60_000);
      const ahead = await sql.read('SELECT 1 FROM counters WHERE minute > $1 LIMIT 1', [minute]);
      if (ahead.length === 0) return 0; // even an empty write fails on a full disk
      const dropped = await sql.write(
        `UPDATE counters SET ${reset.join(', ')}, last_used_ms = ${least}(last_used_ms, $2)
         WHERE minute > $1 RETURNING 1`,
        [minute, trueMs],
      );
      return dropped.length;
    },
    /** Deletes counts of addresses last used before `beforeMs`. Counts of keys stay: the operator limits their number. */
    async forget(beforeMs: number): Promise<void> {
      let deleted: unknown[];
      do {
        deleted = await sql.write(
          `DELETE FROM counters WHERE subject IN (
             SELECT subject FROM counters WHERE ${OF_ADDRESS} AND last_used_ms < $1 LIMIT ${FORGET_BATCH_SIZE}
           ) AND last_used_ms < $1 RETURNING 1`, // again, because PostgreSQL rechecks only what stands outside
          [beforeMs],
        );
      } while (deleted.length === FORGET_BATCH_SIZE);
    },
  };
}

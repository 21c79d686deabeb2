// Store of usage, on both databases: requests by day, key, operation and status class. Servers add to the same rows.
import { mapRows, type RowOf } from '../columns.js';
import { USAGE } from '../operator-tables.js';
import type { SqlDatabase } from '../sql.js';

/** Requests of a key for an operation on a day (days since 1970-01-01, UTC), whose status begins with this digit. */
export type UsageRow = RowOf<typeof USAGE>;
export type UsageStore = ReturnType<typeof createUsageStore>;

/** Requests to add to those that are stored. */
export interface UsageBatch {
  /** The server's id: a UUID that is generated at startup. */
  writer: string;
  /** Ascending for each writer. A batch that may have been written is repeated with its number, and is counted once. */
  number: number;
  /** In ascending order of their keys, so that servers do not wait for each other in a circle. */
  rows: readonly UsageRow[];
}

/** Undefined: of any. */
interface UsageFilter {
  firstDay: number;
  lastDay: number;
  keyId: string | undefined;
  operation: string | undefined;
}

/** What the key is called now. */
const KEY = { name: 'text?', plan: 'text?' } as const;
const LISTED = { ...USAGE, ...KEY } as const;
const TOTALS = {
  keyId: 'key',
  operation: 'key',
  /** The first day, unless the totals are by day. */
  day: 'integer',
  requests: 'integer',
  /** Those with a status from 400 on. */
  errors: 'integer',
  ...KEY,
} as const;
export type ListedUsage = RowOf<typeof LISTED>;
export type UsageTotal = RowOf<typeof TOTALS>;

const CLAIM = `INSERT INTO usage_writers (id, batch, day) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, day = excluded.day
  WHERE usage_writers.batch < excluded.batch RETURNING 1`;
const MATCHES = `day BETWEEN $1 AND $2 AND key_id = coalesce($3, key_id) AND operation = coalesce($4, operation)`;
const LIST = `SELECT usage.*, name, plan FROM usage LEFT JOIN api_keys ON id = key_id
  WHERE ${MATCHES} ORDER BY day, key_id, operation, status_class`;
const toTotals = (byDay: boolean) => `WITH totals AS (
    SELECT key_id, operation, ${byDay ? 'day' : 'min(day) AS day'}, CAST(sum(requests) AS BIGINT) AS requests,
      CAST(sum(CASE WHEN status_class >= 4 THEN requests ELSE 0 END) AS BIGINT) AS errors
    FROM usage WHERE ${MATCHES} GROUP BY key_id, operation${byDay ? ', day' : ''})
  SELECT totals.*, name, plan FROM totals LEFT JOIN api_keys ON id = key_id
  ORDER BY sum(requests) OVER (PARTITION BY key_id) DESC, key_id, requests DESC, operation, day`;

/** More than a batch adds, so that the old rows are deleted as fast as new ones come. */
const DELETE_BATCH_SIZE = 2_000;
const DELETE_OLD = `DELETE FROM usage WHERE (day, key_id, operation, status_class) IN (
    SELECT day, key_id, operation, status_class FROM usage WHERE day < $1 LIMIT ${DELETE_BATCH_SIZE})`;

const usageRows = mapRows(USAGE);
const listed = mapRows(LISTED);
const totals = mapRows(TOTALS);

function toValues({ firstDay, lastDay, keyId, operation }: UsageFilter): unknown[] {
  return [firstDay, lastDay, keyId, operation];
}

export function createUsageStore(database: SqlDatabase) {
  const { dialect } = database;
  const sql = database.open('usage');
  return {
    /** Adds all rows or none, and deletes some of those of the days before `oldestDay`. */
    async add({ writer, number, rows }: UsageBatch, oldestDay: number): Promise<void> {
      const added = dialect.rows(usageRows.columns, rows.map(usageRows.toValues));
      await sql.transaction(async ({ write }) => {
        const claimed = await write(CLAIM, [writer, number, rows.at(-1)?.day ?? oldestDay]);
        if (claimed.length === 0) return;
        await write(
          `INSERT INTO usage (${usageRows.names}) ${added.select} ON CONFLICT (day, key_id, operation, status_class)
           DO UPDATE SET requests = usage.requests + excluded.requests`,
          added.values,
        );
        await write(DELETE_OLD, [oldestDay]);
        await write('DELETE FROM usage_writers WHERE day < $1', [oldestDay]);
      });
    },
    /** In ascending order of day, key, operation and status class, in batches. */
    async *list(filter: UsageFilter): AsyncGenerator<ListedUsage[]> {
      for await (const rows of sql.stream(LIST, toValues(filter))) yield rows.map(listed.toRow);
    },
    /** Of each key and operation, the busiest key first, in batches. @param byDay Whether each day has totals of its own. */
    async *totals(filter: UsageFilter, byDay: boolean): AsyncGenerator<UsageTotal[]> {
      for await (const rows of sql.stream(toTotals(byDay), toValues(filter)))
        yield rows.map(totals.toRow);
    },
    /** The first day that has a row; undefined if there are no rows. */
    async oldestDay(): Promise<number | undefined> {
      const [row] = await sql.read('SELECT * FROM usage ORDER BY day LIMIT 1');
      return row && usageRows.toRow(row).day;
    },
    /** Whether any request for this operation is stored. */
    async hasOperation(operation: string): Promise<boolean> {
      return (
        (await sql.read('SELECT 1 FROM usage WHERE operation = $1 LIMIT 1', [operation])).length > 0
      );
    },
  };
}

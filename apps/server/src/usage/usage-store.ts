// Store of usage, on both databases: requests by day, key, operation and status class. Servers add to the same rows.
import { mapRows, type RowOf } from '../storage/columns.js';
import { USAGE } from '../storage/operator-tables.js';
import type { SqlDatabase } from '../storage/sql.js';

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

export interface UsageFilter {
  day: number;
  keyId: string | undefined;
  operation: string | undefined;
}

const CLAIM = `INSERT INTO usage_writers (id, batch, day) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, day = excluded.day
  WHERE usage_writers.batch < excluded.batch RETURNING 1`;
const LIST = `SELECT * FROM usage
  WHERE day = $1 AND key_id = coalesce($2, key_id) AND operation = coalesce($3, operation)
  ORDER BY key_id, operation, status_class`;

/** More than a batch adds, so that the old rows are deleted as fast as new ones come. */
const DELETE_BATCH_SIZE = 2_000;
const DELETE_OLD = `DELETE FROM usage WHERE (day, key_id, operation, status_class) IN (
    SELECT day, key_id, operation, status_class FROM usage WHERE day < $1 LIMIT ${DELETE_BATCH_SIZE})`;

const usageRows = mapRows(USAGE);

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
    /** In ascending order of key, operation and status class. */
    async list({ day, keyId, operation }: UsageFilter): Promise<UsageRow[]> {
      return (await sql.read(LIST, [day, keyId, operation])).map(usageRows.toRow);
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

// Usage in PostgreSQL: requests by day, key, operation and status class. Servers add to the same rows.
import { type StoredUsageRow, toUsageRow } from '../../rows.js';
import type { UsageStore } from '../../store.js';
import type { PostgresDatabase } from '../database.js';

const CLAIM = {
  name: 'claim-usage-batch',
  text: `INSERT INTO usage_writers (id, batch, day) VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, day = excluded.day
    WHERE usage_writers.batch < excluded.batch RETURNING 1`,
};
/** The same order on every server, so that their row locks do not form a circle. */
const ADD = {
  name: 'add-usage',
  text: `INSERT INTO usage (day, key_id, operation, status_class, requests)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
    ON CONFLICT (day, key_id, operation, status_class)
      DO UPDATE SET requests = usage.requests + excluded.requests`,
};
const FORGET = { name: 'forget-usage', text: 'DELETE FROM usage WHERE day < $1' };
const FORGET_WRITERS = {
  name: 'forget-usage-writers',
  text: 'DELETE FROM usage_writers WHERE day < $1',
};
const LIST = {
  name: 'list-usage',
  text: `SELECT * FROM usage
    WHERE day = $1 AND key_id = coalesce($2, key_id) AND operation = coalesce($3, operation)
    ORDER BY key_id, operation, status_class`,
};
const OLDEST = { name: 'oldest-usage', text: 'SELECT min(day) AS day FROM usage' };
const HAS_OPERATION = {
  name: 'has-usage-of',
  text: 'SELECT EXISTS (SELECT 1 FROM usage WHERE operation = $1) AS found',
};

/** It shares the connections of transactions: a batch is written every few seconds. */
export function createUsageStore(database: PostgresDatabase): UsageStore {
  return {
    async add({ writer, number, rows }, oldestDay) {
      const day = rows.at(-1)?.day ?? oldestDay;
      const columns = [
        rows.map((row) => row.day),
        rows.map((row) => row.keyId),
        rows.map((row) => row.operation),
        rows.map((row) => row.statusClass),
        rows.map((row) => row.requests),
      ];
      await database.transaction(async ({ write }) => {
        if ((await write(CLAIM, [writer, number, day])).length === 0) return;
        await write(ADD, columns);
        await write(FORGET, [oldestDay]);
        await write(FORGET_WRITERS, [oldestDay]);
      });
    },
    list: ({ day, keyId = null, operation = null }) =>
      database.transaction(async ({ read }) =>
        (await read<StoredUsageRow>(LIST, [day, keyId, operation])).map(toUsageRow),
      ),
    oldestDay: () =>
      database.transaction(async ({ read }) => {
        const [row] = await read<{ day: StoredUsageRow['day'] | null }>(OLDEST, []);
        const day = row?.day ?? undefined;
        return day === undefined ? undefined : Number(day);
      }),
    hasOperation: (operation) =>
      database.transaction(async ({ read }) => {
        const [row] = await read<{ found: boolean }>(HAS_OPERATION, [operation]);
        return row?.found === true;
      }),
  };
}

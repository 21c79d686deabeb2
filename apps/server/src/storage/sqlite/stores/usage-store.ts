// Usage in SQLite: requests by day, key, operation and status class.
import { type StoredUsageRow, toUsageRow } from '../../rows.js';
import type { UsageBatch, UsageFilter, UsageRow, UsageStore } from '../../store.js';
import type { Connection } from '../connection.js';

const TABLES = new Set(['usage', 'usage_writers']);

export function createUsageStore({ database, read, write }: Connection): UsageStore {
  const claim = database.prepare<Pick<UsageBatch, 'writer' | 'number'> & { day: number }>(
    `INSERT INTO usage_writers (id, batch, day) VALUES (:writer, :number, :day)
     ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, day = excluded.day WHERE batch < excluded.batch`,
  );
  const add = database.prepare<UsageRow>(
    `INSERT INTO usage (day, key_id, operation, status_class, requests)
     VALUES (:day, :keyId, :operation, :statusClass, :requests)
     ON CONFLICT (day, key_id, operation, status_class) DO UPDATE SET requests = requests + excluded.requests`,
  );
  const forget = database.prepare<[number]>('DELETE FROM usage WHERE day < ?');
  const forgetWriters = database.prepare<[number]>('DELETE FROM usage_writers WHERE day < ?');
  const list = database.prepare<
    { [Name in keyof UsageFilter]: UsageFilter[Name] | null },
    StoredUsageRow
  >(
    `SELECT * FROM usage WHERE day = :day AND key_id = ifnull(:keyId, key_id) AND operation = ifnull(:operation, operation)
     ORDER BY key_id, operation, status_class`,
  );
  const oldest = database.prepare<[], { day: StoredUsageRow['day'] | null }>(
    'SELECT min(day) AS day FROM usage',
  );
  const anyOf = database.prepare<[string]>('SELECT 1 FROM usage WHERE operation = ? LIMIT 1');
  return {
    async add({ writer, number, rows }, oldestDay) {
      await write(TABLES, () => {
        const day = rows.at(-1)?.day ?? oldestDay;
        if (claim.run({ writer, number, day }).changes === 0) return;
        for (const row of rows) add.run(row);
        forget.run(oldestDay);
        forgetWriters.run(oldestDay);
      });
    },
    async list({ day, keyId = null, operation = null }) {
      return (await read(() => list.all({ day, keyId, operation }))).map(toUsageRow);
    },
    async oldestDay() {
      const day = (await read(() => oldest.get()))?.day ?? undefined;
      return day === undefined ? undefined : Number(day);
    },
    async hasOperation(operation) {
      return (await read(() => anyOf.get(operation))) !== undefined;
    },
  };
}

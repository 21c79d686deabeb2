// Rows of counters, imports and usage. Columns have the same names in SQLite and PostgreSQL.
import type { Int64 } from '@animal-store/contract';
import type { Counts } from '@animal-store/contract/rate-limit';
import type { ImportProgress, UsageRow } from './store.js';

export interface CounterRow {
  minute: Int64;
  minute_count: Int64;
  day: Int64;
  day_count: Int64;
  refusals: Int64;
  banned_until_ms: Int64;
  bans: Int64;
  lifted_ms: Int64;
}

export function toCounts(row: CounterRow): Counts {
  return {
    minute: Number(row.minute),
    minuteCount: Number(row.minute_count),
    day: Number(row.day),
    dayCount: Number(row.day_count),
    refusals: Number(row.refusals),
    bannedUntilMs: Number(row.banned_until_ms),
    bans: Number(row.bans),
    bansLiftedMs: Number(row.lifted_ms),
  };
}

export interface ImportRow {
  rows_read: Int64;
  imported: Int64;
  rejected: Int64;
  started_ms: Int64;
  finished_ms: Int64 | null;
}

export const IMPORT_COLUMNS = 'rows_read, imported, rejected, started_ms, finished_ms';

export function toImportProgress(row: ImportRow): ImportProgress {
  return {
    rowsRead: Number(row.rows_read),
    imported: Number(row.imported),
    rejected: Number(row.rejected),
    startedMs: Number(row.started_ms),
    finishedMs: row.finished_ms === null ? undefined : Number(row.finished_ms),
  };
}

export function newImport(startedMs: number): ImportProgress {
  return { rowsRead: 0, imported: 0, rejected: 0, startedMs, finishedMs: undefined };
}

export interface StoredUsageRow {
  day: Int64;
  key_id: string;
  operation: string;
  status_class: Int64;
  requests: Int64;
}

export function toUsageRow(row: StoredUsageRow): UsageRow {
  return {
    day: Number(row.day),
    keyId: row.key_id,
    operation: row.operation,
    statusClass: Number(row.status_class),
    requests: Number(row.requests),
  };
}

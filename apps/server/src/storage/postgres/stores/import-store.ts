// Imports in PostgreSQL: the progress of each file, written in one transaction with its rows.
import { ImportConflictError } from '../../../model.js';
import type { Resources } from '../../resource-store.js';
import { IMPORT_COLUMNS, type ImportRow, newImport, toImportProgress } from '../../rows.js';
import type { ImportStore } from '../../store.js';
import { runInScope } from '../../transaction.js';
import type { PostgresDatabase, Queries } from '../database.js';

const FIND = {
  name: 'find-import',
  text: `SELECT ${IMPORT_COLUMNS} FROM imports WHERE resource = $1 AND file_hash = $2`,
};
const BEGIN = {
  name: 'begin-import',
  text: `INSERT INTO imports (resource, file_hash, rows_read, imported, rejected, started_ms)
    VALUES ($1, $2, 0, 0, 0, $3) ON CONFLICT (resource, file_hash) DO UPDATE
    SET rows_read = 0, imported = 0, rejected = 0, started_ms = excluded.started_ms, finished_ms = NULL`,
};
const ADVANCE = {
  name: 'advance-import',
  text: `UPDATE imports SET rows_read = $1, imported = $2, rejected = $3, finished_ms = $4
    WHERE resource = $5 AND file_hash = $6 AND started_ms = $7 AND rows_read = $8 AND finished_ms IS NULL
    RETURNING rows_read`,
};

/** @param bind The resources inside a transaction. */
export function createImportStore(
  database: PostgresDatabase,
  bind: (queries: Queries) => Resources,
): ImportStore {
  return {
    find: ({ resource, hash }) =>
      database.transaction(async ({ read }) => {
        const [row] = await read<ImportRow>(FIND, [resource, hash]);
        return row && toImportProgress(row);
      }),
    begin: ({ resource, hash }, nowMs) =>
      database.transaction(async ({ write }) => {
        await write(BEGIN, [resource, hash, nowMs]);
        return newImport(nowMs);
      }),
    advance: ({ resource, hash }, from, to, work) =>
      database.transaction(async (queries) => {
        const { rowsRead, imported, rejected, finishedMs = null } = to;
        const values = [rowsRead, imported, rejected, finishedMs];
        const where = [resource, hash, from.startedMs, from.rowsRead];
        const changed = await queries.write(ADVANCE, [...values, ...where]);
        if (changed.length === 0) throw new ImportConflictError();
        await runInScope(bind(queries), work);
      }),
  };
}

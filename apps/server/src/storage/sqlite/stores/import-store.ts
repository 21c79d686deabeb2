// Imports in SQLite: the progress of each file, written in one transaction with its rows.
import { ImportConflictError } from '../../../model.js';
import type { Resources } from '../../resource-store.js';
import { IMPORT_COLUMNS, type ImportRow, newImport, toImportProgress } from '../../rows.js';
import type { ImportStore } from '../../store.js';
import { runInScope } from '../../transaction.js';
import type { Connection } from '../connection.js';

const WRITTEN = new Set(['imports']);

/** @param bind The resources inside the open transaction. They add the tables that they write to. */
export function createImportStore(
  { database, read, write, transact }: Connection,
  bind: (written: Set<string>) => Resources,
): ImportStore {
  const find = database.prepare<[string, string], ImportRow>(
    `SELECT ${IMPORT_COLUMNS} FROM imports WHERE resource = ? AND file_hash = ?`,
  );
  const begin = database.prepare<[string, string, number]>(
    `INSERT OR REPLACE INTO imports (resource, file_hash, rows_read, imported, rejected, started_ms)
     VALUES (?, ?, 0, 0, 0, ?)`,
  );
  const advance = database.prepare<(string | number | null)[]>(
    `UPDATE imports SET rows_read = ?, imported = ?, rejected = ?, finished_ms = ?
     WHERE resource = ? AND file_hash = ? AND started_ms = ? AND rows_read = ? AND finished_ms IS NULL`,
  );
  return {
    async find({ resource, hash }) {
      const row = await read(() => find.get(resource, hash));
      return row && toImportProgress(row);
    },
    async begin({ resource, hash }, nowMs) {
      await write(WRITTEN, () => begin.run(resource, hash, nowMs));
      return newImport(nowMs);
    },
    advance: ({ resource, hash }, from, to, work) =>
      transact(async (written) => {
        written.add('imports');
        const { changes } = advance.run(
          to.rowsRead,
          to.imported,
          to.rejected,
          to.finishedMs ?? null,
          resource,
          hash,
          from.startedMs,
          from.rowsRead,
        );
        if (changes === 0) throw new ImportConflictError();
        await runInScope(bind(written), work);
      }),
  };
}

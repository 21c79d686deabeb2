// Store of imports, on both databases: the progress of each file, written in one transaction with its rows. So a batch is stored
// exactly once: one that failed is repeated unless it was stored after all.
import { setTimeout as pause } from 'node:timers/promises';
import { StorageFullError, StorageUnavailableError } from '../../model.js';
import { mapRows, type RowOf } from '../columns.js';
import { IMPORTS } from '../operator-tables.js';
import type { SqlDatabase } from '../sql.js';

/** A file whose rows are imported. The same content under another name is the same file. */
export interface ImportedFile {
  /** The name of the table. */
  resource: string;
  /** SHA-256 of the content, in hexadecimal. */
  hash: string;
}

/** `rowsRead`: the number of rows of the file, from its beginning, that are stored or rejected. */
export type ImportProgress = Omit<RowOf<typeof IMPORTS>, 'resource' | 'fileHash'>;
export type ImportStore<Resources extends object = object> = ReturnType<
  typeof createImportStore<Resources>
>;

const { resource: _, fileHash: __, ...PROGRESS } = IMPORTS;
const progressRows = mapRows(PROGRESS);

/** The progress of an import is not what this process has written last. */
class ConflictError extends Error {}

/** How long an import waits for a database that is unavailable, or that others keep locked. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = 200;

const FIND = 'SELECT * FROM imports WHERE resource = $1 AND file_hash = $2';
const BEGIN = `INSERT INTO imports (resource, file_hash, rows_read, imported, rejected, rejects_bytes, started_ms)
  VALUES ($1, $2, 0, 0, 0, 0, $3) ON CONFLICT (resource, file_hash) DO UPDATE
  SET rows_read = 0, imported = 0, rejected = 0, rejects_bytes = 0, started_ms = excluded.started_ms, finished_ms = NULL`;
const ADVANCE = `UPDATE imports SET rows_read = $1, imported = $2, rejected = $3, rejects_bytes = $4, finished_ms = $5
  WHERE resource = $6 AND file_hash = $7 AND started_ms = $8 AND rows_read = $9 AND finished_ms IS NULL
  RETURNING 1`;

export function createImportStore<Resources extends object>(database: SqlDatabase<Resources>) {
  const sql = database.open('imports');
  return {
    async find({ resource, hash }: ImportedFile): Promise<ImportProgress | undefined> {
      const [row] = await sql.read(FIND, [resource, hash]);
      return row && progressRows.toRow(row);
    },
    /** Starts the file's import, from its first row. An earlier progress is forgotten. */
    async begin({ resource, hash }: ImportedFile, nowMs: number): Promise<ImportProgress> {
      await sql.write(BEGIN, [resource, hash, nowMs]);
      const counts = { rowsRead: 0, imported: 0, rejected: 0, rejectsBytes: 0 };
      return { ...counts, startedMs: nowMs, finishedMs: undefined };
    },
    /**
     * Runs `work` and replaces the progress `from` by `to`, in one transaction.
     * @param work As that of `Store.once`.
     * @throws a ConflictError if the stored progress is not `from`. Nothing is then written.
     */
    advance(
      { resource, hash }: ImportedFile,
      from: ImportProgress,
      to: ImportProgress,
      work: (resources: Resources) => Promise<unknown>,
    ): Promise<void> {
      return sql.transaction(async ({ write }, resources) => {
        const values = [to.rowsRead, to.imported, to.rejected, to.rejectsBytes, to.finishedMs];
        const where = [resource, hash, from.startedMs, from.rowsRead];
        const changed = await write(ADVANCE, [...values, ...where]);
        if (changed.length === 0) throw new ConflictError('another process imports the same file');
        await work(resources);
      });
    },
  };
}

/** See ImportStore.advance. @throws StorageUnavailableError after 30 seconds. */
export async function saveProgress(
  imports: ImportStore,
  file: ImportedFile,
  from: ImportProgress,
  to: ImportProgress,
  work: (resources: object) => Promise<unknown>,
): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  for (let isRetry = false; ; isRetry = true) {
    try {
      await imports.advance(file, from, to, work);
      return;
    } catch (error) {
      if (error instanceof ConflictError && isRetry && (await isStored(imports, file, to))) return;
      const isTemporary =
        error instanceof StorageUnavailableError && !(error instanceof StorageFullError);
      if (!isTemporary || performance.now() > deadlineMs) throw error;
    }
    await pause(RETRY_MS);
  }
}

/** A transaction whose commit was not answered may have been committed. */
async function isStored(
  imports: ImportStore,
  file: ImportedFile,
  to: ImportProgress,
): Promise<boolean> {
  const stored = await imports.find(file);
  return (
    stored?.rowsRead === to.rowsRead &&
    stored.imported === to.imported &&
    stored.startedMs === to.startedMs &&
    stored.finishedMs === to.finishedMs
  );
}

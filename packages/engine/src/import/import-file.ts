// Import of a file: rows that the contract allows are stored, and the others go to a rejects file.
//
//   line-reader.ts     the file's lines, in UTF-8
//   row-format.ts      what a format does: a row as JSON, and as a line of the rejects file
//   csv-rows.ts        the format CSV
//   ndjson-rows.ts     the format NDJSON
//   import-target.ts   the checks of a request's body, and where valid rows go
//   import-store.ts    the progress of each file
//   rejects-file.ts    the rejected rows
//   pacer.ts           batch size and rests, by the load of the servers
//
// The file is read twice. The first pass finds what makes it unreadable, before anything is written, and its hash, by which
// an import that was interrupted is recognized. The second pass stores the rows in batches, each in one transaction with the
// progress and the length of the rejects file. An import that continues skips the rows before.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { systemClock } from '../lib/clock.js';
import { ConstraintError } from '../model.js';
import type { Store } from '../storage/store.js';
import {
  type ImportedFile,
  type ImportProgress,
  saveProgress,
} from '../storage/stores/import-store.js';
import type { OpenedTarget } from './import-target.js';
import { readBlocks } from './line-reader.js';
import type { Pacer } from './pacer.js';
import type { RejectsFile } from './rejects-file.js';
import type { Fault, Row, RowReader } from './row-format.js';

/** Characters of the file's lines in a transaction: long rows do not fill the memory. */
const MAX_BATCH_LENGTH = 1_048_576;

interface ImportListener {
  onReject(line: number, faults: readonly Fault[]): void;
  /** @param rows The number of rows that are stored or rejected. */
  onProgress(rows: number): void;
}

/** A file that can be imported. */
export interface CheckedFile {
  handle: FileHandle;
  hash: string;
  rows: number;
  /** @throws an Error for the operator if the file has changed since. */
  assertUnchanged(): Promise<void>;
}

/**
 * Reads the whole file. The caller closes its handle.
 * @throws BrokenFileError if it cannot be imported, or an Error for the operator.
 */
export async function checkFile(
  path: string,
  reader: RowReader,
  pacer: Pacer,
  onProgress: (bytes: number, totalBytes: number) => void,
): Promise<CheckedFile> {
  const handle = await open(path);
  try {
    const { size, mtimeNs } = await handle.stat({ bigint: true });
    const hash = createHash('sha256');
    let rows = 0;
    let bytesRead = 0;
    for await (const { bytes, lines, firstLine } of readBlocks(handle)) {
      hash.update(bytes);
      for (const [index, text] of lines.entries())
        if (reader.read(text, firstLine + index) !== undefined) rows += 1;
      bytesRead += bytes.length;
      onProgress(bytesRead, Number(size));
      await pacer.rest();
    }
    reader.end();
    return {
      handle,
      hash: hash.digest('hex'),
      rows,
      async assertUnchanged() {
        const now = await handle.stat({ bigint: true });
        if (now.size !== size || now.mtimeNs !== mtimeNs)
          throw new Error('the file has changed during the import');
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export interface ImportOptions {
  file: CheckedFile;
  /** In its initial state. */
  reader: RowReader;
  target: OpenedTarget;
  store: Store;
  /** Where the import begins or continues. */
  from: ImportProgress;
  rejects: RejectsFile;
  pacer: Pacer;
  listener: ImportListener;
  /** Ends the import after a batch. */
  signal: AbortSignal;
}

/**
 * @returns the progress, which is finished unless `signal` was aborted.
 * @throws an Error for the operator. The import can then be continued.
 */
export async function importRows(options: ImportOptions): Promise<ImportProgress> {
  const { file, reader, target, store, from, rejects, pacer, listener, signal } = options;
  const id: ImportedFile = { resource: target.resource, hash: file.hash };
  let saved = from;
  let batch = emptyBatch();
  let rowsToSkip = from.rowsRead;

  const addRow = (row: Row) => {
    const result = target.validate(row);
    batch.rows += 1;
    if ('body' in result) batch.valid.push({ row, body: result.body });
    else reject(row, result.faults);
  };

  const reject = (row: Row, faults: readonly Fault[]) => {
    batch.rejected += row.toReject(faults);
    listener.onReject(row.line, faults);
  };

  const flush = async (finishedMs?: number): Promise<void> => {
    const { rows, valid, rejected } = batch;
    const rejectsBytes = await rejects.write(rejected, reader.rejectsHeader());
    await file.assertUnchanged();
    const progress = {
      ...saved,
      rowsRead: saved.rowsRead + rows,
      imported: saved.imported + valid.length,
      rejected: saved.rejected + rows - valid.length,
      rejectsBytes,
      finishedMs,
    };
    try {
      await saveProgress(store.imports, id, saved, progress, (tables) => write(tables, valid));
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error;
      batch.rejected = ''; // it is in the file
      const refused = await findRefused(valid);
      if (refused.size === 0) throw error; // only together
      for (const [{ row }, { property: field, reason }] of refused)
        reject(row, [{ field, reason }]);
      batch.valid = valid.filter((one) => !refused.has(one));
      return flush(finishedMs);
    }
    saved = progress;
    batch = emptyBatch();
    listener.onProgress(saved.rowsRead);
  };

  const write = (tables: object, valid: readonly ValidRow[]) =>
    target.write(tables as never, valid.map(({ body }) => body) as never); // of the types that it says

  /** The rows that the database refuses, found in a transaction that is rolled back. */
  async function findRefused(valid: readonly ValidRow[]) {
    const refused = new Map<ValidRow, ConstraintError>();
    const done = new Error('rolled back');
    const trial = store.transaction(async (tables) => {
      refused.clear();
      for (const one of valid)
        await write(tables, [one]).catch((error: unknown) => {
          if (!(error instanceof ConstraintError)) throw error;
          refused.set(one, error);
        });
      throw done;
    });
    await trial.catch((error: unknown) => {
      if (error !== done) throw error;
    });
    return refused;
  }

  for await (const { lines, firstLine } of readBlocks(file.handle)) {
    for (const [index, text] of lines.entries()) {
      const row = reader.read(text, firstLine + index);
      if (row !== undefined && rowsToSkip > 0) {
        rowsToSkip -= 1;
        continue;
      }
      batch.length += text.length;
      if (row === undefined) continue;
      addRow(row);
      if (batch.rows < pacer.batchRows() && batch.length < MAX_BATCH_LENGTH) continue;
      await flush();
      await pacer.rest();
      if (signal.aborted) return saved;
    }
    if (rowsToSkip === 0) continue;
    await pacer.rest();
    if (signal.aborted) return saved;
  }
  await flush(systemClock());
  return saved;
}

interface ValidRow {
  row: Row;
  body: unknown;
}

/** The rows of the next transaction. `length`: the characters of their lines. */
function emptyBatch() {
  const valid: ValidRow[] = [];
  return { rows: 0, valid, rejected: '', length: 0 };
}

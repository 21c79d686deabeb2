// Batches of an import, stored exactly once: a batch that failed is repeated unless it was stored after all.
import { setTimeout as pause } from 'node:timers/promises';
import { ImportConflictError, StorageFullError, StorageUnavailableError } from '../model.js';
import type { ImportedFile, ImportProgress, ImportStore } from './import-store.js';

/** How long the import waits for a database that is unavailable, or that others keep locked. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = 200;

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
      if (error instanceof ImportConflictError && isRetry && (await isStored(imports, file, to)))
        return;
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

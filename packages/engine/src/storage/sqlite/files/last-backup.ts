// Time of the last successful backup, in a text file beside the store. The server and `backup` are different processes, and
// a backup writes nothing into the store itself.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createFile, sidecarOf } from './store-files.js';

/** @param startedMs The backup contains everything that was acknowledged before. */
export function recordBackup(file: string, startedMs: number): void {
  const path = sidecarOf(file, 'last-backup');
  const unfinished = `${path}.unfinished-${process.pid}`; // backups may run at once
  rmSync(unfinished, { force: true }); // of a backup that was killed
  createFile(unfinished, file);
  writeFileSync(unfinished, `${new Date(startedMs).toISOString()}\n`);
  renameSync(unfinished, path); // it may be a file of another user
}

/** In milliseconds since 1970; 0 if there was no backup, or its time cannot be read. */
export function readLastBackup(file: string): number {
  try {
    return Date.parse(readFileSync(sidecarOf(file, 'last-backup'), 'utf8').trim()) || 0;
  } catch {
    return 0;
  }
}

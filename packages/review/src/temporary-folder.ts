// Temporary folders.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Deletes the folder when `use` ends. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-review-')));
  return use(folder).finally(() => rm(folder, { recursive: true }));
}

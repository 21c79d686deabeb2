// The repository that is tested, and its files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const REPOSITORY = join(__dirname, '../../../..');

/** @param path Relative to the repository. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(REPOSITORY, path), 'utf8');
}

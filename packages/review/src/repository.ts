// Paths of the repository and its contract.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends with a slash. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
export const CONTRACT_FILE = `${REPOSITORY}openapi.yaml`;

/** The path relative to the repository's root; unchanged for a file outside the repository. */
export function relativeName(file: string): string {
  const name = relative(REPOSITORY, file);
  return name.startsWith('..') ? file : name;
}

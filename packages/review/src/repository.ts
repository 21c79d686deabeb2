// Owns where the repository and its contract stand; places are told relative to it.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends in a slash. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
export const CONTRACT_FILE = `${REPOSITORY}openapi.yaml`;

/** What the reader calls a file: its way from the repository's root, if it stands in there. */
export function nameOf(file: string): string {
  const name = relative(REPOSITORY, file);
  return name.startsWith('..') ? file : name;
}

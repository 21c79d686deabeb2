// Paths of the repository and its contract.
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends with a slash. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
/** Relative to the repository, now and in earlier revisions. */
export const CONTRACT_NAME = 'openapi.yaml';
export const CONTRACT_FILE = `${REPOSITORY}${CONTRACT_NAME}`;

/** The path relative to the repository's root; unchanged for a file outside the repository. */
export function relativeName(file: string): string {
  const name = relative(REPOSITORY, file);
  return name.startsWith('..') ? file : name;
}

/** The path of a file that the user names. npm runs scripts in the package's folder; INIT_CWD is that of the user. */
export function userPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

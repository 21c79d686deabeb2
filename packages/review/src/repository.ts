// Paths of the repository, its contract, and the records of its releases.
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends with a slash. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
export const CONTRACT_FILE = `${REPOSITORY}openapi.yaml`;
export const CHANGELOG_FILE = `${REPOSITORY}packages/sdk/CHANGELOG.md`;
/** The releases that the server shows at /docs/changes. */
export const RELEASES_FILE = `${REPOSITORY}apps/server/src/docs/changes/releases.json`;

/** The path relative to the repository's root; unchanged for a file outside the repository. */
export function relativeName(file: string): string {
  const name = relative(REPOSITORY, file);
  return name.startsWith('..') ? file : name;
}

/** The path of a file that the user names. npm runs scripts in the package's folder; INIT_CWD is that of the user. */
export function userPath(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

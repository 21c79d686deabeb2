// Changes of the contract since a git revision, from `npm run spec:diff` in a checkout of the repository. The server does
// not depend on the package behind that command, and an installed server does not have it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SpecDiff } from './mark-changes.js';

const REPOSITORY = fileURLToPath(new URL('../../../../../', import.meta.url));
const COMMAND = 'packages/review/src/diff.ts';
const MAX_OUTPUT_BYTES = 2 ** 28;

/** @throws an Error with the message of the command, for example if there is no such revision. */
export function specDiff(revision: string): Promise<SpecDiff> {
  if (!existsSync(join(REPOSITORY, COMMAND)))
    throw new Error('--since needs a checkout of the repository: it reads the contract from git');
  // The revision comes after `--`, so that it is no option, whatever it is.
  const args = ['run', '--silent', 'spec:diff', '--', '--json', '--', revision];
  return new Promise((resolve, reject) => {
    execFile(
      'npm',
      args,
      { cwd: REPOSITORY, maxBuffer: MAX_OUTPUT_BYTES },
      (error, stdout, stderr) => {
        // Exit code 1 is a verdict about the changes. They are printed nevertheless.
        if (error !== null && (error.code !== 1 || stdout === ''))
          reject(new Error(stderr.trim() || error.message));
        else resolve(JSON.parse(stdout));
      },
    );
  });
}

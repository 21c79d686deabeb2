// Another user of the machine, who runs commands. The user need not be able to reach the workspace: it is mounted, read-only, where
// that user can. For tests under `describeIfTool('mount')`.
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './describe-if-tool.js';
import { REPOSITORY } from './repository.js';
import type { CliOptions } from './spawn-cli.js';

/** In Debian, `nobody`. */
export const OTHER_USER = 65_534;

/** @returns options of a command that this user runs. */
export function useOtherUser(): Pick<CliOptions, 'uid' | 'root' | 'cwd'> {
  const options = { uid: OTHER_USER, root: '', cwd: '/' };
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-user-'));
    options.root = folder;
    runTool('mount', '-o', 'bind,ro', REPOSITORY, folder);
  });
  afterAll(() => {
    runTool('umount', '--lazy', folder);
    rmdirSync(folder);
  });
  return options;
}

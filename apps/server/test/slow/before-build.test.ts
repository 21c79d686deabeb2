// Commands that the documents say to run before `build`, in a clone where only `npm ci` has run. CI runs
// `typecheck` there.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorkspace, type WorkspaceCopy } from '../support/copy-workspace.js';

const COMMANDS = [
  'npm run lint',
  'npm run format',
  'npm run spec -- lint',
  'npm run spec -- bundle',
  'npm run spec -- diff HEAD',
  'npm run spec -- preview preview --since HEAD',
  '.ci/review HEAD',
];

let copy: WorkspaceCopy;
beforeAll(async () => {
  copy = await copyWorkspace();
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--quiet', '-m', 'Base');
});
afterAll(() => copy.remove());

test.each(COMMANDS)('when only `npm ci` has run, then `%s` works', async (command) => {
  git('reset', '--quiet', '--hard');
  git('clean', '--quiet', '-fdx', '--exclude=node_modules');
  await copy.edit({ 'openapi.yaml': [['summary: List animals\n', 'summary: List all animals\n']] });
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: copy.folder,
    encoding: 'utf8',
  });
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({
    status: 0,
    output: '',
  });
  if (command.startsWith('.ci')) expect(existsSync(join(copy.folder, 'preview'))).toBe(true);
});

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: copy.folder });
}

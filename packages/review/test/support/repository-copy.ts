// Copy of the repository in which tests run the commands, each in a process of its own. The folder's name has spaces and
// non-ASCII letters, which paths must survive.
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../../src/repository.js';

const COPIED_PATHS = [
  'openapi.yaml',
  '.changeset/config.json',
  'apps/server/package.json',
  'compose.yaml',
  'deploy/kubernetes.yaml',
  'docs/operate/install.md',
  'packages/review/package.json',
  'packages/review/src',
  'packages/sdk/package.json',
];

/** A breaking edit of the contract. */
export const smallerBodies = (contract: string) =>
  contract.replace(/^x-max-body-bytes: \d+$/m, 'x-max-body-bytes: 1');

/** The copy has one commit on main, with the current contract. */
export async function copyRepository() {
  const home = await mkdtemp(join(tmpdir(), 'animal-store-review-'));
  const folder = join(home, 'Möwe und Fuchs');
  for (const part of COPIED_PATHS)
    await cp(join(REPOSITORY, part), join(folder, part), { recursive: true });
  await symlink(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  const git = (...args: string[]) => execFileSync('git', [...identity, ...args], { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('add', ...COPIED_PATHS);
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'The contract');
  git('tag', 'first');

  const copy = {
    folder,
    read: (file: string) => readFile(join(folder, file), 'utf8'),
    async write(file: string, text: string | Buffer) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    },
    /** Changes the contract until `reset`. @throws an Error if nothing changes. */
    async edit(change: (contract: string) => string) {
      const before = await copy.read('openapi.yaml');
      const after = change(before);
      if (after === before) throw new Error('the edit changes nothing');
      await copy.write('openapi.yaml', after);
    },
    /** Commits all edits. */
    async commit() {
      git('add', '--all', '--', ':!node_modules');
      git('commit', '--quiet', '--no-gpg-sign', '--message', 'Edits');
    },
    /** Reverts all edits and commits. */
    async reset() {
      git('reset', '--quiet', '--hard', 'first');
      git('clean', '--quiet', '--force', '-d', '--exclude=node_modules');
    },
    run(command: string, ...args: string[]) {
      const script = join(folder, 'packages/review/src/main.ts');
      const options = ['--import', 'tsx/esm', '--conditions=@animal-store/source'];
      const env = { ...process.env, INIT_CWD: folder };
      return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
        execFile(
          process.execPath,
          [...options, script, command, ...args],
          { cwd: folder, env, encoding: 'utf8' },
          (error, stdout, stderr) =>
            resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr }),
        );
      });
    },
    remove: () => rm(home, { recursive: true }),
  };
  return copy;
}

export type RepositoryCopy = Awaited<ReturnType<typeof copyRepository>>;

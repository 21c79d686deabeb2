// The base of a comparison: which revision it is, and its contract.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { chooseBase, describeBase, extractContract } from '../src/base/base-revision.js';
import { withTemporaryFolder } from '../src/temporary-folder.js';
import { write } from './support/edit-contract.js';

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];

/**
 * A repository after `steps`: `edit TEXT` writes the contract, `save TEXT` commits it, too, and others are commands of git.
 */
async function withRepository<T>(steps: string[], use: (folder: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const git = (...args: string[]) => execFileSync('git', [...IDENTITY, ...args], { cwd: folder });
    git('init', '--quiet', '--initial-branch=main');
    for (const step of steps) {
      const [verb = '', ...args] = step.split(' ');
      if (verb === 'edit' || verb === 'save') await write(folder, 'openapi.yaml', args.join());
      if (verb === 'save') {
        git('add', 'openapi.yaml');
        git('commit', '--quiet', '--no-gpg-sign', '--message', args.join());
      } else if (verb !== 'edit') git(verb, ...args);
    }
    return use(folder);
  });
}

const MAIN = ['save one', 'save two', 'save three'];
const BRANCH = ['save one', 'tag v1.0.0', 'save two', 'checkout --quiet -b branch'];

test.each<[name: string, steps: string[], text: string, says: RegExp, wanted?: string]>([
  [
    'of a branch is its merge base with main, however far main has advanced',
    [...BRANCH, 'save three', 'checkout --quiet main', 'save four', 'checkout --quiet branch'],
    'two',
    /^[0-9a-f]{12} \(the merge base with main\)$/,
  ],
  ['of a branch without commits is main, not the last release', BRANCH, 'two', /main\)$/],
  [
    'of main is its last release, and no other tag',
    [...MAIN, 'tag v1.0.0 HEAD~2', 'tag @animal-store/sdk@1.2.0 HEAD~1', 'tag other HEAD~1'],
    'two',
    /^@animal-store\/sdk@1\.2\.0 \(the last release, @animal-store\/sdk@1\.2\.0\)$/,
  ],
  [
    'of main is its last release, whose tag was set by hand',
    [...MAIN, 'tag @animal-store/sdk@1.0.0 HEAD~2', 'tag v1.2.0 HEAD~1'],
    'two',
    /^v1\.2\.0 \(the last release, v1\.2\.0\)$/,
  ],
  [
    'of main is no release of a branch',
    [...BRANCH, 'save three', 'tag v2.0.0', 'checkout --quiet main'],
    'one',
    /^v1\.0\.0 /,
  ],
  ['of main without releases is the commit before', MAIN, 'two', /before the last one/],
  ['of main with edits is its last commit', [...MAIN, 'edit four'], 'three', /last commit:/],
  ['is the revision that the user names', MAIN, 'one', /^[0-9a-f]{12} \(HEAD~2\)$/, 'HEAD~2'],
])('the base %s', async (_name, steps, text, says, ...[wanted]) => {
  await withRepository(steps, async (folder) => {
    const base = chooseBase(folder, wanted);
    expect(describeBase(base)).toMatch(says);
    const contract = await withTemporaryFolder(async (target) =>
      readFile(await extractContract(folder, base, target), 'utf8'),
    );
    expect(contract).toBe(text);
  });
});

test('when there is no such base, or it has no contract, then it is rejected with a reason', async () => {
  await withRepository(['save one'], async (folder) => {
    expect(() => chooseBase(folder, 'nope')).toThrow('Unknown git revision: nope.');
    expect(() => chooseBase(folder, '--all')).toThrow('Unknown git revision: --all.');
    expect(() => chooseBase(folder, undefined)).toThrow(/no earlier commit/);
  });
  await withRepository(['save one', 'rm -q openapi.yaml', 'commit -qm gone'], async (folder) => {
    const extracted = extractContract(folder, chooseBase(folder, 'HEAD'), folder);
    await expect(extracted).rejects.toThrow(/has no openapi\.yaml/);
  });
});

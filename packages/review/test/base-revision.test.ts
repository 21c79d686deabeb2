import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Base, chooseBase, describeBase, extractContract } from '../src/base/base-revision.js';
import { withFolder, write } from './support/edit-contract.js';

/** A repository with a commit on main for each text of the contract. */
async function withRepository(texts: string[], use: (folder: string, git: Git) => Promise<void>) {
  await withFolder(async (folder) => {
    const git: Git = (...args) => {
      const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
    };
    git('init', '--quiet', '--initial-branch=main');
    for (const text of texts) await commit(folder, git, text);
    await use(folder, git);
  });
}
type Git = (...args: string[]) => string;

/** The text of the contract in a base. */
async function contractAt(folder: string, base: Base): Promise<string> {
  return withFolder(async (target) =>
    readFile(await extractContract(folder, base, target), 'utf8'),
  );
}

async function commit(folder: string, git: Git, text: string): Promise<void> {
  await write(folder, 'openapi.yaml', text);
  git('add', 'openapi.yaml');
  git('commit', '--quiet', '--no-gpg-sign', '--message', text);
}

test('when a branch is compared, then its merge base with main is the base, however far main has advanced', async () => {
  await withRepository(['one', 'two'], async (folder, git) => {
    git('checkout', '--quiet', '-b', 'branch');
    await commit(folder, git, 'three');
    git('checkout', '--quiet', 'main');
    await commit(folder, git, 'four');
    git('checkout', '--quiet', 'branch');

    const base = chooseBase(folder, undefined);
    expect(await contractAt(folder, base)).toBe('two');
    expect(base.reason).toBe('the merge base with main');
  });
});

test('when main has a release, then the last one is the base', async () => {
  await withRepository(['one', 'two', 'three'], async (folder, git) => {
    git('tag', 'v1.0.0', 'HEAD~2');
    git('tag', 'other', 'HEAD~1');
    expect(chooseBase(folder, undefined)).toEqual({
      revision: 'v1.0.0',
      reason: 'the last release, v1.0.0',
    });
  });
});

test.each([
  ['@animal-store/sdk@1.2.0', 'v1.0.0', '@animal-store/sdk@1.2.0'],
  ['v1.2.0', '@animal-store/sdk@1.0.0', 'v1.2.0'],
])(
  'when the releases are %s and, before it, %s, then the newer one is the base',
  async (newer, older, wanted) => {
    await withRepository(['one', 'two', 'three'], async (folder, git) => {
      git('tag', older, 'HEAD~2');
      git('tag', newer, 'HEAD~1');
      const base = chooseBase(folder, undefined);
      expect(await contractAt(folder, base)).toBe('two');
      expect(describeBase(base)).toBe(`${wanted} (the last release, ${wanted})`);
    });
  },
);

test('when a release is not on main, then it is not the base of main', async () => {
  await withRepository(['one', 'two'], async (folder, git) => {
    git('tag', 'v1.0.0', 'HEAD~1');
    git('checkout', '--quiet', '-b', 'branch');
    await commit(folder, git, 'three');
    git('tag', 'v2.0.0');
    git('checkout', '--quiet', 'main');
    expect(chooseBase(folder, undefined).revision).toBe('v1.0.0');
  });
});

test('when a branch has no commit of its own, then main is its base, not the last release', async () => {
  await withRepository(['one', 'two'], async (folder, git) => {
    git('tag', 'v1.0.0', 'HEAD~1');
    git('checkout', '--quiet', '-b', 'branch');
    expect(await contractAt(folder, chooseBase(folder, undefined))).toBe('two');
  });
});

test('when the base is a commit, then it is described by its abbreviated hash', async () => {
  await withRepository(['one', 'two'], async (folder) => {
    expect(describeBase(chooseBase(folder, 'HEAD~1'))).toMatch(/^[0-9a-f]{12} \(HEAD~1\)$/);
  });
});

test('when main has no release, then its last commit is the base, or the one before if nothing is edited', async () => {
  await withRepository(['one', 'two'], async (folder) => {
    expect(await contractAt(folder, chooseBase(folder, undefined))).toBe('one');
    await write(folder, 'openapi.yaml', 'three');
    expect(await contractAt(folder, chooseBase(folder, undefined))).toBe('two');
  });
});

test('when the user names a revision, then it is the base', async () => {
  await withRepository(['one', 'two', 'three'], async (folder) => {
    expect(await contractAt(folder, chooseBase(folder, 'HEAD~2'))).toBe('one');
  });
});

test.each([
  ['a revision that does not exist', 'nope', /Unknown git revision: nope/],
  ['an option of git', '--all', /Unknown git revision: --all/],
  ['missing, in a history of one commit', undefined, /no earlier commit/],
])('when the base is %s, then it is rejected with a reason', async (_name, wanted, reason) => {
  await withRepository(['one'], async (folder) => {
    expect(() => chooseBase(folder, wanted)).toThrow(reason);
  });
});

test('when a revision has no contract, then it is rejected with a reason', async () => {
  await withRepository(['one'], async (folder, git) => {
    git('rm', '--quiet', 'openapi.yaml');
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'gone');
    await expect(contractAt(folder, chooseBase(folder, 'HEAD'))).rejects.toThrow(
      /has no openapi\.yaml/,
    );
  });
});

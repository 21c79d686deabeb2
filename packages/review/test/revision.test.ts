import { execFileSync } from 'node:child_process';
import { chooseBase, contractAt, describeBase } from '../src/revision.js';
import { withFolder, write } from './support/edit.js';

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

async function commit(folder: string, git: Git, text: string): Promise<void> {
  await write(folder, 'openapi.yaml', text);
  git('add', 'openapi.yaml');
  git('commit', '--quiet', '--no-gpg-sign', '--message', text);
}

test('a branch is compared with where it left main, however far main went since', async () => {
  await withRepository(['one', 'two'], async (folder, git) => {
    git('checkout', '--quiet', '-b', 'branch');
    await commit(folder, git, 'three');
    git('checkout', '--quiet', 'main');
    await commit(folder, git, 'four');
    git('checkout', '--quiet', 'branch');

    const base = chooseBase(folder, undefined);
    expect(contractAt(folder, base)).toBe('two');
    expect(base.reason).toBe('where this branch left main');
  });
});

test('main is compared with the last release', async () => {
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
])('of the releases %s and, before it, %s the newer is taken', async (newer, older, wanted) => {
  await withRepository(['one', 'two', 'three'], async (folder, git) => {
    git('tag', older, 'HEAD~2');
    git('tag', newer, 'HEAD~1');
    const base = chooseBase(folder, undefined);
    expect(contractAt(folder, base)).toBe('two');
    expect(describeBase(base)).toBe(`${wanted} (the last release, ${wanted})`);
  });
});

test('a release that main does not have is none of its own', async () => {
  await withRepository(['one', 'two'], async (folder, git) => {
    git('tag', 'v1.0.0', 'HEAD~1');
    git('checkout', '--quiet', '-b', 'branch');
    await commit(folder, git, 'three');
    git('tag', 'v2.0.0');
    git('checkout', '--quiet', 'main');
    expect(chooseBase(folder, undefined).revision).toBe('v1.0.0');
  });
});

test('a branch without a commit of its own is compared with main, not with the last release', async () => {
  await withRepository(['one', 'two'], async (folder, git) => {
    git('tag', 'v1.0.0', 'HEAD~1');
    git('checkout', '--quiet', '-b', 'branch');
    expect(contractAt(folder, chooseBase(folder, undefined))).toBe('two');
  });
});

test('a commit is named by its first digits', async () => {
  await withRepository(['one', 'two'], async (folder) => {
    expect(describeBase(chooseBase(folder, 'HEAD~1'))).toMatch(/^[0-9a-f]{12} \(HEAD~1\)$/);
  });
});

test('main without a release is compared with its last commit, or with the one before if nothing is edited', async () => {
  await withRepository(['one', 'two'], async (folder) => {
    expect(contractAt(folder, chooseBase(folder, undefined))).toBe('one');
    await write(folder, 'openapi.yaml', 'three');
    expect(contractAt(folder, chooseBase(folder, undefined))).toBe('two');
  });
});

test('the revision that the caller names is taken', async () => {
  await withRepository(['one', 'two', 'three'], async (folder) => {
    expect(contractAt(folder, chooseBase(folder, 'HEAD~2'))).toBe('one');
  });
});

test.each([
  ['a revision that does not exist', 'nope', /git knows no revision nope/],
  ['an option of git', '--all', /git knows no revision --all/],
  ['a history of one commit', undefined, /no earlier commit/],
])('%s is refused with a reason', async (_name, wanted, reason) => {
  await withRepository(['one'], async (folder) => {
    expect(() => chooseBase(folder, wanted)).toThrow(reason);
  });
});

test('a revision without a contract is refused with a reason', async () => {
  await withRepository(['one'], async (folder, git) => {
    git('rm', '--quiet', 'openapi.yaml');
    git('commit', '--quiet', '--no-gpg-sign', '--message', 'gone');
    expect(() => contractAt(folder, chooseBase(folder, 'HEAD'))).toThrow(/has no openapi\.yaml/);
  });
});

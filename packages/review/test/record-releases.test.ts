import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractService as service } from '../src/contract-service.js';
import { type RecordedRelease, recordReleases } from '../src/release/record-releases.js';
import { all, type Edit, edited, set, withFolder, write } from './support/edit-contract.js';

const NOW = new Date('2027-03-01T12:00:00.500Z');
const CHANGELOG = '# sdk\n\n## 1.1.0\n\n### Minor Changes\n\n- abc1234: Bodies may be larger.\n';
const LARGER = all(set('info version', '1.1.0'), set('x-max-body-bytes', 65_536));
const SMALLER = all(set('info version', '2.0.0'), set('x-max-body-bytes', 1024));

function createHistory(folder: string) {
  const env: NodeJS.ProcessEnv = { ...process.env };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
  git('init', '--quiet', '--initial-branch=main');
  const contractFile = join(folder, 'openapi.yaml');
  const sources = { repository: folder, contractFile, service, changelog: CHANGELOG, now: NOW };
  return {
    folder,
    git,
    /** Commits the contract; a tag gets the date. */
    async release(edit: Edit, date: string, tag?: string) {
      await write(folder, 'openapi.yaml', await edited(edit));
      env.GIT_COMMITTER_DATE = env.GIT_AUTHOR_DATE = date;
      git('add', 'openapi.yaml');
      git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message', 'A release');
      if (tag !== undefined) git('tag', '--no-sign', '--annotate', '--message', tag, tag);
    },
    record: (recorded: readonly RecordedRelease[] = []) => recordReleases({ ...sources, recorded }),
  };
}
const withHistory = (use: (history: ReturnType<typeof createHistory>) => Promise<void>) =>
  withFolder((folder) => use(createHistory(folder)));

test('when there are three releases, then each has what changed since the one before, and keeps it', async () => {
  await withHistory(async ({ release, record }) => {
    await release(set('info version', '1.0.0'), '2026-11-20T10:00:00+01:00', 'v1.0.0');
    await release(LARGER, '2026-12-01T00:00:00Z', '@animal-store/sdk@1.1.0');
    await release(SMALLER, '2027-01-01T00:00:00Z', '@animal-store/sdk@2.0.0');
    const why = expect.any(String);
    const change = { message: expect.stringContaining('x-max-body-bytes'), why, operations: [] };
    const [major, minor] = [
      { wire: 'major', source: 'patch' },
      { wire: 'minor', source: 'patch' },
    ];
    const first = { wire: 'none', source: 'none', sentences: [], changes: [] };
    const larger = {
      ...minor,
      sentences: ['Bodies may be larger.'],
      changes: [{ ...minor, ...change }],
    };
    expect(await record()).toEqual([
      {
        version: '2.0.0',
        date: '2027-01-01T00:00:00Z',
        ...major,
        sentences: [],
        changes: [{ ...major, ...change }],
      },
      { version: '1.1.0', date: '2026-12-01T00:00:00Z', ...larger },
      { version: '1.0.0', date: '2026-11-20T09:00:00Z', ...first },
    ]);
    const recorded = (await record()).map((entry) => ({ ...entry, changes: [] }));
    expect(await record(recorded)).toEqual(recorded);
  });
});

test('when the version has no tag yet, then its entry has the current time until the tag is set', async () => {
  await withHistory(async ({ folder, git, release, record }) => {
    await release(set('info version', '1.0.0'), '2026-11-20T10:00:00Z', 'v1.0.0');
    await write(folder, 'openapi.yaml', await edited(LARGER));
    const pending = await record();
    expect(pending.map(({ version, date }) => [version, date])).toEqual([
      ['1.1.0', '2027-03-01T12:00:00Z'],
      ['1.0.0', '2026-11-20T10:00:00Z'],
    ]);
    await release(LARGER, '2027-03-02T00:00:00Z', '@animal-store/sdk@1.1.0');
    const [tagged] = await record(pending);
    expect(tagged).toEqual({ ...pending[0], date: '2027-03-02T00:00:00Z' });
    git('tag', '--delete', 'v1.0.0');
    expect(await record(pending)).toEqual([tagged, pending[1]]);
  });
});

test('when the release before a new one has no tag in the clone, then it fails and names the command', async () => {
  await withHistory(async ({ git, release, record }) => {
    await release(set('info version', '1.0.0'), '2026-11-20T10:00:00Z', 'v1.0.0');
    const recorded = await record();
    git('tag', '--delete', 'v1.0.0');
    await release(LARGER, '2026-12-01T00:00:00Z');
    await expect(record(recorded)).rejects.toThrow(
      /^The release before 1\.1\.0 is 1\.0\.0, whose tag is not in the history of this clone\. Fetch it with git fetch --tags/,
    );
  });
});

test('when tags repeat a version, are pre-releases or precede the contract, then each version counts once', async () => {
  await withHistory(async ({ folder, git, release, record }) => {
    git('commit', '--quiet', '--allow-empty', '--no-gpg-sign', '--message', 'Without a contract');
    git('tag', 'v0.1.0');
    await release(set('info version', '1.0.0'), '2026-11-20T10:00:00Z', 'v1.0.0');
    git('tag', '@animal-store/sdk@1.0.0');
    git('tag', 'v1.1.0-beta.1');
    git('tag', 'vendor');
    expect((await record()).map(({ version }) => version)).toEqual(['1.0.0']);
    expect(await readFile(join(folder, 'openapi.yaml'), 'utf8')).toContain('version: 1.0.0');
  });
});

test('when there is no git, then only the version in the working tree is recorded, as the first', async () => {
  await withFolder(async (folder) => {
    const contractFile = await write(folder, 'openapi.yaml', await edited(LARGER));
    const sources = { repository: folder, contractFile, service, changelog: CHANGELOG };
    expect(await recordReleases({ ...sources, recorded: [], now: NOW })).toEqual([
      expect.objectContaining({
        version: '1.1.0',
        changes: [],
        sentences: ['Bodies may be larger.'],
      }),
    ]);
  });
});

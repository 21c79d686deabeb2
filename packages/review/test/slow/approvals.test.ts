// spec diff with approvals, a usage file and a date: verdicts, and one line with exit code 2 for what cannot be read.
import { copyRepository, type RepositoryCopy, smallerBodies } from '../support/repository-copy.js';
import { USAGE_ROW } from '../support/usage-row.js';

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await copyRepository();
});
afterEach(() => copy.reset());
afterAll(() => copy.remove());

const POLICY = 'packages/review/review-policy.yaml';
const ROW = { ...USAGE_ROW, name: "Ann's shop" };

const changeset = (level: string) => `---\n"@animal-store/sdk": ${level}\n---\n\nSmaller.\n`;
async function lastLine(...args: string[]): Promise<[exitCode: number, line: string]> {
  const { exitCode, stdout } = await copy.run('diff', ...args);
  return [exitCode, stdout.trim().split('\n').at(-1) ?? ''];
}

test('when there is a breaking change, then it passes only with both an approval and a major changeset', async () => {
  await copy.edit(smallerBodies);
  await copy.write('.changeset/operators.md', changeset('major').replace('sdk', 'server'));
  expect(await lastLine()).toEqual([
    1,
    expect.stringMatching(/not approved\. No changeset .* run `npm run changeset`/),
  ]);

  await copy.write('.changeset/big-dogs.md', changeset('major'));
  const refused = await copy.run('diff');
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toMatch(/ The breaking change is not approved\.\n$/);
  const lines = /^ {2}- fingerprint: .*\n {4}reason: ""$/m.exec(refused.stdout)?.[0] ?? '';

  await copy.write(POLICY, `approvals:\n${lines}\n`);
  expect(await copy.run('diff')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `${POLICY}:3:13 \`reason\` must say why the change may break clients.\n`,
  });

  await copy.write(POLICY, `approvals:\n${lines.replace('""', 'Agreed with all.')}\n`);
  const approved = await copy.run('diff');
  expect(approved.stdout).toMatch(/\n +Approved \([0-9a-f]{12}\): Agreed with all\.\n/);
  expect(approved.stdout).toMatch(/ Breaking changes, approved, and announced by .*\n$/);
  expect(approved.exitCode).toBe(0);

  await copy.write('.changeset/big-dogs.md', changeset('minor'));
  expect(await lastLine()).toEqual([
    1,
    expect.stringMatching(/approved, but not announced\. .* choose major/),
  ]);
});

test('when a usage file is given, then callers are named', async () => {
  await copy.edit((text) => text.replace(/operationId: createPet$/m, 'operationId: addPet'));
  const args = ['--usage', 'usage.json', '--today', '2026-11-23', '--json'];
  await copy.write('usage.json', JSON.stringify([{ ...ROW, operation: 'createPet' }]));
  const used = await copy.run('diff', ...args);
  const key = { id: 'key_a', name: "Ann's shop", plan: 'pro', requests: 12, lastDay: ROW.day };
  expect(JSON.parse(used.stdout)).toMatchObject({
    admissible: false,
    changes: expect.arrayContaining([
      expect.objectContaining({ callers: expect.objectContaining({ keys: [key] }) }),
    ]),
  });
  expect(used.exitCode).toBe(1);
  const report = await copy.run('diff', '--markdown', '--usage', 'usage.json');
  expect(report.stdout).toContain("`Ann's shop`, key\\_a, pro, 12 requests, last on 2026-11-20");
});

// The review policy: what its file may say, and where its problems are.
import { parsePolicy, readPolicy } from '../src/decision/policy.js';
import { withTemporaryFolder } from '../src/temporary-folder.js';

const DEFAULTS = { approvals: [] };

test('when the file of the repository is read, then it is valid', async () => {
  expect(await readPolicy()).toHaveProperty('approvals');
});

test('when there is no file, then nothing is approved', async () => {
  await withTemporaryFolder(async (folder) => {
    expect(await readPolicy(`${folder}/none.yaml`)).toEqual(DEFAULTS);
  });
});

test.each(['', '# only a comment\n', 'approvals:\n', '{}'])(
  'when the file says nothing, as %j, then the defaults hold',
  (text) => {
    expect(parsePolicy(text)).toEqual(DEFAULTS);
  },
);

test('when the file has approvals, then each has its place', () => {
  const text = [
    'approvals:',
    '  - fingerprint: 3f2a9c1b7d20',
    '    reason: " Agreed with all customers. "',
    '  - fingerprint: "000000000001"',
    '    reason: |',
    '      Several',
    '      lines.',
  ].join('\n');
  expect(parsePolicy(text)).toEqual({
    approvals: [
      { fingerprint: '3f2a9c1b7d20', reason: 'Agreed with all customers.', line: 2, column: 5 },
      { fingerprint: '000000000001', reason: 'Several\nlines.', line: 4, column: 5 },
    ],
  });
});

test.each(['012345678901', '123456789012', '1e3456789012', '12345678901e'])(
  'when the fingerprint %s looks like a number, then it is taken as it is written',
  (fingerprint) => {
    const { approvals } = parsePolicy(
      `approvals: [{ fingerprint: ${fingerprint}, reason: yes it is }]`,
    );
    expect(approvals).toMatchObject([{ fingerprint }]);
  },
);

const VALID = 'fingerprint: 3f2a9c1b7d20\n    reason: Agreed.';

const WRONG: Record<string, RegExp> = {
  'approve everything': /^:1:1 The policy must be a map of /,
  '- a': /^:1:1 The policy must be a map/,
  'approvals: [': /^:1:13 .*]/,
  'approval: []': /^:1:1 The policy has no `approval`, only /,
  'approvals: []\napprovals: []': /^:2:1 Map keys must be unique/,
  'unusedChanges: { admit: true }': /^:1:16 `unusedChanges` and .* admit nothing any more: remove/,
  'unshownChanges: { admit: true }': /^:1:17 `unusedChanges` and `unshownChanges` admit nothing/,
  'approvals: { a: b }': /^:1:12 `approvals` must be a list\.$/,
  'approvals:\n  - 3f2a9c1b7d20':
    /^:2:5 An approval must be a map of `fingerprint` and `reason`\.$/,
  'approvals:\n  -': /^:2:4 An approval must be a map/,
  'approvals:\n  - fingerprint: 3f2a9c1b7d20': /^:2:5 `reason` must say why/,
  'approvals:\n  - fingerprint: 3f2a9c1b7d20\n    reason: "  "': /^:3:13 `reason` must say why/,
  'approvals:\n  - fingerprint: 3f2a9c1b7d20\n    reason: ~': /^:3:13 `reason` must say why/,
  'approvals:\n  - reason: Agreed.': /^:2:5 `fingerprint` must be the 12 hexadecimal digits/,
  'approvals:\n  - fingerprint: 3F2A\n    reason: Agreed.': /^:2:18 `fingerprint` must be/,
  [`approvals:\n  - ${VALID}\n    until: 2027-01-01`]: /^:4:5 An approval has no `until`, only/,
  [`approvals:\n  - ${VALID}\n  - ${VALID}`]:
    /^:4:18 The change 3f2a9c1b7d20 is already approved above\.$/,
};
test.each(Object.entries(WRONG))('when the file is %j, then it is refused as %s', (text, says) => {
  expect(problemsOf(text)).toEqual([expect.stringMatching(says)]);
});

test('when the file has several problems, then each has its line', () => {
  const problems = problemsOf('approval: []\nunusedChanges: {}\napprovals: 1');
  const places = problems.map((problem) => problem.split(' ')[0]);
  expect(places.sort()).toEqual([':1:1', ':2:16', ':3:12']);
});

/** Without the name of the file. */
function problemsOf(text: string): string[] {
  try {
    parsePolicy(text);
    return [];
  } catch (error) {
    const lines = String(error instanceof Error && error.message).split('\n');
    return lines.map((line) => line.replace('packages/review/review-policy.yaml', ''));
  }
}

// The review policy: what its file may say, and where its problems are.
import { parsePolicy, readPolicy } from '../src/decision/policy.js';
import { withFolder } from './support/edit-contract.js';

const DEFAULTS = {
  unusedChanges: { admit: false, days: 90 },
  unshownChanges: { admit: false },
  approvals: [],
};

test('when the file of the repository is read, then it is valid', async () => {
  expect((await readPolicy()).unusedChanges.days).toBeGreaterThan(0);
});

test('when there is no file, then nothing is approved, and unused changes are not admitted', async () => {
  await withFolder(async (folder) => {
    expect(await readPolicy(`${folder}/none.yaml`)).toEqual(DEFAULTS);
  });
});

test.each(['', '# only a comment\n', 'unusedChanges:\napprovals:\n', '{}'])(
  'when the file says nothing, as %j, then the defaults hold',
  (text) => {
    expect(parsePolicy(text)).toEqual(DEFAULTS);
  },
);

test('when the file has approvals, then each has its place', () => {
  const text = [
    'unusedChanges: { admit: true, days: 30 }',
    'unshownChanges: { admit: true }',
    'approvals:',
    '  - fingerprint: 3f2a9c1b7d20',
    '    reason: " Agreed with all customers. "',
    '  - fingerprint: "000000000001"',
    '    reason: |',
    '      Several',
    '      lines.',
  ].join('\n');
  expect(parsePolicy(text)).toEqual({
    unusedChanges: { admit: true, days: 30 },
    unshownChanges: { admit: true },
    approvals: [
      { fingerprint: '3f2a9c1b7d20', reason: 'Agreed with all customers.', line: 4, column: 5 },
      { fingerprint: '000000000001', reason: 'Several\nlines.', line: 6, column: 5 },
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

test.each<[string, string, RegExp]>([
  [
    'text',
    'approve everything',
    /^:1:1 The policy must be a map of `unusedChanges`, `unshownChanges` and `approvals`\.$/,
  ],
  ['a list', '- a', /^:1:1 The policy must be a map/],
  ['no YAML', 'approvals: [', /^:1:13 .*]/],
  [
    'an unknown key',
    'approval: []',
    /^:1:1 The policy has no `approval`, only `unusedChanges`, `unshownChanges` and `approvals`\.$/,
  ],
  ['a key twice', 'approvals: []\napprovals: []', /^:2:1 Map keys must be unique/],
  [
    'unusedChanges that is a flag',
    'unusedChanges: true',
    /^:1:16 `unusedChanges` must be a map of `admit` and `days`\.$/,
  ],
  [
    'an unknown key of unusedChanges',
    'unusedChanges: { allow: true }',
    /^:1:18 `unusedChanges` has no `allow`, only `admit` and `days`\.$/,
  ],
  [
    'admit that is text',
    'unusedChanges: { admit: "yes" }',
    /^:1:25 `admit` must be true or false\.$/,
  ],
  [
    'days that is text',
    'unusedChanges: { days: "90" }',
    /^:1:24 `days` must be a number from 1 to 400\.$/,
  ],
  ['days that is 0', 'unusedChanges: { days: 0 }', /^:1:24 `days` must be a number/],
  [
    'more days than usage is kept',
    'unusedChanges: { days: 401 }',
    /^:1:24 `days` must be a number/,
  ],
  ['approvals that is a map', 'approvals: { a: b }', /^:1:12 `approvals` must be a list\.$/],
  [
    'an approval that is text',
    'approvals:\n  - 3f2a9c1b7d20',
    /^:2:5 An approval must be a map of `fingerprint` and `reason`\.$/,
  ],
  ['an empty approval', 'approvals:\n  -', /^:2:4 An approval must be a map/],
  [
    'an approval without a reason',
    'approvals:\n  - fingerprint: 3f2a9c1b7d20',
    /^:2:5 `reason` must say why/,
  ],
  [
    'an empty reason',
    'approvals:\n  - fingerprint: 3f2a9c1b7d20\n    reason: "  "',
    /^:3:13 `reason` must say why/,
  ],
  [
    'a reason that is a number',
    'approvals:\n  - fingerprint: 3f2a9c1b7d20\n    reason: 1',
    /^:3:13 `reason` must say why/,
  ],
  [
    'an approval without a fingerprint',
    'approvals:\n  - reason: Agreed.',
    /^:2:5 `fingerprint` must be the 12 hexadecimal digits/,
  ],
  [
    'a wrong fingerprint',
    'approvals:\n  - fingerprint: 3F2A\n    reason: Agreed.',
    /^:2:18 `fingerprint` must be/,
  ],
  [
    'an unknown key of an approval',
    `approvals:\n  - ${VALID}\n    until: 2027-01-01`,
    /^:4:5 An approval has no `until`, only/,
  ],
  [
    'a fingerprint twice',
    `approvals:\n  - ${VALID}\n  - ${VALID}`,
    /^:4:18 The change 3f2a9c1b7d20 is already approved in line 2\.$/,
  ],
])('when the file has %s, then it is refused with the place', (_name, text, says) => {
  expect(problemsOf(text)).toEqual([expect.stringMatching(says)]);
});

test('when the file has several problems, then each has its line', () => {
  expect(problemsOf('approval: []\nunusedChanges: { admit: 1, days: x }')).toHaveLength(3);
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

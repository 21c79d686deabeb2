// Decisions about breaking changes: which approval, version, changeset and usage lets them pass.
import { type DecisionContext, decide } from '../src/decision/decide.js';
import type { Approval } from '../src/decision/policy.js';
import type { Usage, UsageRow } from '../src/decision/usage-file.js';
import { highest, levelOf } from '../src/diff/change.js';
import type { Comparison, ReviewedChange } from '../src/diff/compare.js';
import { approvalOf, decideEdits, UNDECIDED } from './support/decide-edits.js';
import { all, compareEdits, remove, set } from './support/edit-contract.js';

const TODAY = '2026-11-23';
const APPROVED: Approval = { fingerprint: '000000000001', reason: 'Agreed.', line: 7, column: 5 };

function change(changes: Partial<ReviewedChange> = {}): ReviewedChange {
  return {
    wire: 'major',
    source: 'none',
    message: 'listPets: broken.',
    why: 'It breaks.',
    side: 'head',
    pointer: '#/paths/~1pets/get',
    file: 'openapi.yaml',
    line: 12,
    column: 3,
    fingerprint: '000000000001',
    isSecurityChange: false,
    operations: ['listPets'],
    ...changes,
  };
}

function comparisonOf(changes: ReviewedChange[], headVersion = '1.0.0'): Comparison {
  const wire = highest(changes.map((found) => found.wire));
  const source = highest(changes.map((found) => found.source));
  const versions = { baseVersion: '1.0.0', headVersion, nextVersion: '2.0.0' };
  return { changes, wire, source, level: levelOf({ wire, source }), ...versions };
}

function row(changes: Partial<UsageRow> = {}): UsageRow {
  const key = { key: 'key_a', name: 'Ann', plan: 'pro' };
  return { day: TODAY, ...key, operation: 'listPets', requests: 1, ...changes };
}

/** 90 days up to today. */
function usageOf(rows: UsageRow[], changes: Partial<Usage> = {}): Usage {
  return { from: '2026-08-26', to: TODAY, rows, ...changes };
}

const policyOf = (approvals: Approval[], admit = false) => ({
  unusedChanges: { admit, days: 90 },
  unshownChanges: { admit: false },
  approvals,
});
const decideOn = (changes: ReviewedChange[], context: Partial<DecisionContext> = {}) =>
  decide(comparisonOf(changes), { ...UNDECIDED, ...context });

const OTHER = '000000000002';
const [MAJOR, MINOR] = [{ announced: 'major' }, { announced: 'minor' }] as const;
const APPROVALS = { policy: policyOf([APPROVED]) };
const OTHER_APPROVAL = { policy: policyOf([{ ...APPROVED, fingerprint: OTHER }]) };
const UNSHOWN = { policy: { ...policyOf([]), unshownChanges: { admit: true } } };

const APPROVED_MAJOR = { ...APPROVALS, ...MAJOR };
const UNSHOWN_MAJOR = { ...UNSHOWN, ...MAJOR };
const TRIED = { tried: 12, pointer: '#/components/schemas/NewPet/minProperties' };
const OF_SOURCE: Partial<ReviewedChange> = { wire: 'none', source: 'major' };

type Case = [
  name: string,
  admissible: boolean,
  context: Partial<DecisionContext>,
  version?: string,
  ...changes: Partial<ReviewedChange>[],
];
test.each<Case>([
  ['nothing', false, {}],
  ['a minor step of the version', false, {}, '1.9.0'],
  ['a major step of the version', true, {}, '2.0.0'],
  ['a major changeset alone', false, MAJOR],
  ['an approval alone', false, APPROVALS],
  ['an approval and a minor changeset', false, { ...APPROVALS, ...MINOR }],
  ['an approval and a major changeset', true, APPROVED_MAJOR],
  ['an approval and a major changeset, but a lower version', false, APPROVED_MAJOR, '0.9.0'],
  ['an approval of another change', false, { ...OTHER_APPROVAL, ...MAJOR }],
  ['one approval for two changes', false, APPROVED_MAJOR, '1.0.0', {}, { fingerprint: OTHER }],
  ['a changeset, and breaks the source alone', false, MAJOR, '1.0.0', OF_SOURCE],
  ['a policy for unshown changes, and no message shows it', true, UNSHOWN_MAJOR, '1.0.0', TRIED],
  ['that policy, and breaks both', false, UNSHOWN_MAJOR, '1.0.0', { source: 'major', ...TRIED }],
  ['that policy, but no message was tried', false, UNSHOWN_MAJOR, '1.0.0', { ...TRIED, tried: 0 }],
  ['that policy, but is not one of a schema', false, UNSHOWN_MAJOR, '1.0.0', { tried: 12 }],
  ['that policy, but the contract itself says it', false, UNSHOWN_MAJOR],
])(
  'when a breaking change has %s, then admissible is %j',
  (_name, admissible, context, version = '1.0.0', ...changes) => {
    const comparison = comparisonOf((changes.length > 0 ? changes : [{}]).map(change), version);
    expect(decide(comparison, { ...UNDECIDED, ...context }).admissible).toBe(admissible);
  },
);

test('when nothing breaks, then the comparison is admissible, and no change has callers or an admission', () => {
  const usage = usageOf([row()]);
  const { admissible, changes } = decideOn([change({ wire: 'minor' })], { usage });
  expect(admissible).toBe(true);
  expect(changes[0]).toMatchObject({ callers: undefined, admitted: undefined });
});

describe('callers', () => {
  const callersOf = (usage: Usage, changes: Partial<ReviewedChange> = {}) =>
    decideOn([change(changes)], { usage }).changes[0]?.callers;

  test('when keys called the operation, then each has its requests and its last day, the busiest first', () => {
    const usage = usageOf([
      row({ day: '2026-11-01', requests: 3 }),
      row({ day: '2026-11-20', requests: 4 }),
      row({ day: '2026-11-10', requests: 5 }),
      row({ key: 'key_b', name: 'Bob', plan: 'free', requests: 20 }),
      row({ key: 'key_c', operation: 'getPet' }),
    ]);
    expect(callersOf(usage)).toEqual({
      days: 90,
      from: '2026-08-26',
      to: TODAY,
      keys: [
        { id: 'key_b', name: 'Bob', plan: 'free', requests: 20, lastDay: TODAY },
        { id: 'key_a', name: 'Ann', plan: 'pro', requests: 12, lastDay: '2026-11-20' },
      ],
    });
  });

  test('when the change affects the whole service, then every request counts', () => {
    const usage = usageOf([row(), row({ key: 'key_b', operation: 'no-operation' })]);
    const ids = callersOf(usage, { operations: [] })?.keys.map(({ id }) => id);
    expect(ids).toEqual(['key_a', 'key_b']);
  });

  test('when the file covers more days, then only those of the policy count', () => {
    const usage = usageOf([row({ day: '2026-08-25' }), row({ key: 'key_b', day: '2026-08-26' })], {
      from: '2026-01-01',
    });
    expect(callersOf(usage)).toMatchObject({ days: 90, keys: [{ id: 'key_b' }] });
  });

  test('when the file covers fewer days, then the callers say how many', () => {
    const usage = usageOf([], { from: '2026-11-20' });
    expect(callersOf(usage)).toEqual({ days: 4, from: '2026-11-20', to: TODAY, keys: [] });
  });
});

describe('an unused change', () => {
  const other = row({ operation: 'getPet' });
  const decideUnused = (usage: Usage | undefined, changes: Partial<ReviewedChange> = {}) =>
    decideOn([change(changes)], { announced: 'major', policy: policyOf([], true), usage });

  test.each([
    ['until today', {}],
    ['until yesterday', { from: '2026-08-25', to: '2026-11-22' }],
  ])('when the policy admits it, and the usage is %s, then it passes', (_name, days) => {
    const { admissible, changes } = decideUnused(usageOf([other], days));
    expect(changes[0]?.admitted).toEqual({ by: 'unused', reason: 'No key called it in 90 days.' });
    expect(admissible).toBe(true);
  });

  test('when no changeset announces it, or the policy does not admit it, then it does not pass', () => {
    const usage = usageOf([other]);
    expect(decideOn([change()], { policy: policyOf([], true), usage }).admissible).toBe(false);
    const { admissible, changes } = decideOn([change()], { announced: 'major', usage });
    expect([admissible, changes[0]?.doubt]).toEqual([false, undefined]);
  });

  const CALLED = /^keys called it\.$/;
  test.each<[string, RegExp, Usage | undefined, Partial<ReviewedChange>?]>([
    ['there is no usage file', /add --usage FILE/, undefined],
    ['a key called it', CALLED, usageOf([row()])],
    [
      'it affects what a key called, too',
      CALLED,
      usageOf([other]),
      { operations: ['listPets', 'getPet'] },
    ],
    ['it affects the whole service', CALLED, usageOf([other]), { operations: [] }],
    [
      'it changes who may call',
      /^usage says nothing/,
      usageOf([other]),
      { isSecurityChange: true },
    ],
    [
      'the file covers fewer days than the policy wants',
      /^the usage file covers 89 days, and the policy wants 90\.$/,
      usageOf([other], { from: '2026-08-27' }),
    ],
    [
      'the file is older than a day',
      /^the usage file ends on 2026-11-21,/,
      usageOf([other], { from: '2026-01-01', to: '2026-11-21' }),
    ],
  ])('when %s, then it does not pass', (_name, doubt, usage, affected = {}) => {
    const { admissible, changes } = decideUnused(usage, affected);
    expect([admissible, changes[0]?.admitted]).toEqual([false, undefined]);
    expect(changes[0]?.doubt).toMatch(doubt);
  });
});

describe('a fingerprint', () => {
  const SMALLER = set('x-max-body-bytes', 1);

  test.each([
    ['moves with other lines', true, all(set('info description', 'One\nTwo\n'), SMALLER)],
    ['goes further', false, set('x-max-body-bytes', 0)],
    ['is joined by another', false, all(SMALLER, remove('x-rate-limit-plans business'))],
  ])('when the change %s, then that its approval holds is %j', async (_name, admissible, edit) => {
    const approvals = await approvalOf(SMALLER);
    const decision = await decideEdits(() => {}, edit, { announced: 'major', approvals });
    expect(decision.admissible).toBe(admissible);
  });

  test('when two long values differ only at their end, then their changes have two fingerprints', async () => {
    const long = 'x'.repeat(200);
    const path = 'components schemas NewPet properties name pattern';
    const [one, other] = await Promise.all(
      ['a', 'b'].map((end) => compareEdits(() => {}, set(path, `${long}${end}`))),
    );
    expect(one?.changes[0]?.fingerprint).not.toBe(other?.changes[0]?.fingerprint);
  });
});

test.each([
  ['1.2.3', '1.2.2'],
  ['1.2.3', '1.1.9'],
  ['1.10.0', '1.9.0'],
  ['2.0.0', '1.9.9'],
])('when the version goes from %s to %s, then it is not admissible', (baseVersion, headVersion) => {
  const comparison = { ...comparisonOf([]), baseVersion, headVersion };
  expect(decide(comparison, UNDECIDED).admissible).toBe(false);
  const back = { ...comparison, baseVersion: headVersion, headVersion: baseVersion };
  expect(decide(back, UNDECIDED).admissible).toBe(true);
});

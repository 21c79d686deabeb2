// Decisions about breaking changes: which approval, version, changeset and usage lets them pass.
import { type DecisionContext, decide } from '../src/decision/decide.js';
import type { Approval } from '../src/decision/policy.js';
import type { KeyCalls, Usage } from '../src/decision/usage-file.js';
import { highest, levelOf } from '../src/diff/change.js';
import type { Comparison, ReviewedChange } from '../src/diff/compare.js';
import { approvalOf, decideEdits, UNDECIDED } from './support/decide-edits.js';
import { all, compareEdits, remove, set, TODAY } from './support/edit-contract.js';

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

function calls(changes: Partial<KeyCalls> = {}): KeyCalls {
  const key = { key: 'key_a', name: 'Ann', plan: 'pro' };
  return { ...key, operation: 'listPets', requests: 1, lastDay: TODAY, ...changes };
}

/** 90 days up to today. */
function usageOf(all: KeyCalls[], changes: Partial<Usage> = {}): Usage {
  return { from: '2026-08-26', to: TODAY, calls: all, ...changes };
}

const policyOf = (approvals: Approval[]) => ({ approvals });
const decideOn = (changes: ReviewedChange[], context: Partial<DecisionContext> = {}) =>
  decide(comparisonOf(changes), { ...UNDECIDED, ...context });

const OTHER = '000000000002';
const [MAJOR, MINOR] = [{ announced: 'major' }, { announced: 'minor' }] as const;
const APPROVALS = { policy: policyOf([APPROVED]) };
const OTHER_APPROVAL = { policy: policyOf([{ ...APPROVED, fingerprint: OTHER }]) };

const APPROVED_MAJOR = { ...APPROVALS, ...MAJOR };
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
  ['no example, which is perhaps breaking', false, MAJOR, '1.0.0', { tried: 12 }],
])(
  'when a breaking change has %s, then admissible is %j',
  (_name, admissible, context, version = '1.0.0', ...changes) => {
    const comparison = comparisonOf((changes.length > 0 ? changes : [{}]).map(change), version);
    expect(decide(comparison, { ...UNDECIDED, ...context }).admissible).toBe(admissible);
  },
);

test('when nothing breaks, then the comparison is admissible, and no change has callers or an admission', () => {
  const usage = usageOf([calls()]);
  const { admissible, changes } = decideOn([change({ wire: 'minor' })], { usage });
  expect(admissible).toBe(true);
  expect(changes[0]).toMatchObject({ callers: undefined, admitted: undefined });
});

describe('callers', () => {
  const callersOf = (usage: Usage, changes: Partial<ReviewedChange> = {}) =>
    decideOn([change(changes)], { usage }).changes[0]?.callers;

  test('when keys called the operation, then each has its requests and its last day, the busiest first', () => {
    const usage = usageOf([
      calls({ lastDay: '2026-11-20', requests: 12 }),
      calls({ key: 'key_b', name: 'Bob', plan: 'free', requests: 20 }),
      calls({ key: 'key_c', operation: 'getPet' }),
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
    const usage = usageOf([calls(), calls({ key: 'key_b', operation: 'no-operation' })]);
    const ids = callersOf(usage, { operations: [] })?.keys.map(({ id }) => id);
    expect(ids).toEqual(['key_a', 'key_b']);
  });

  test('when a key called several of the operations, then its requests are added up', () => {
    const other = calls({ operation: 'getPet', requests: 3, lastDay: '2026-11-01' });
    const callers = callersOf(usageOf([other, calls()]), { operations: ['listPets', 'getPet'] });
    expect(callers?.keys).toMatchObject([{ id: 'key_a', requests: 4, lastDay: TODAY }]);
  });

  test('when the file covers fewer days, then the callers say how many', () => {
    const usage = usageOf([], { from: '2026-11-20' });
    expect(callersOf(usage)).toEqual({ days: 4, from: '2026-11-20', to: TODAY, keys: [] });
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

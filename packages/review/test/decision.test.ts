// Decisions about breaking changes: which approval, version, changeset and usage lets them pass.
import { type DecisionContext, decide } from '../src/decision/decide.js';
import type { Approval } from '../src/decision/policy.js';
import type { Usage, UsageRow } from '../src/decision/usage-file.js';
import { highest, type Level, levelOf } from '../src/diff/change.js';
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

describe('a breaking change', () => {
  test.each<[string, string, Level | undefined, Approval[], boolean]>([
    ['nothing', '1.0.0', undefined, [], false],
    ['a minor step of the version', '1.9.0', undefined, [], false],
    ['a major changeset alone', '1.0.0', 'major', [], false],
    ['an approval alone', '1.0.0', undefined, [APPROVED], false],
    ['an approval and a minor changeset', '1.0.0', 'minor', [APPROVED], false],
    ['an approval and a major changeset', '1.0.0', 'major', [APPROVED], true],
    ['a major step of the version', '2.0.0', undefined, [], true],
    [
      'an approval of another change',
      '1.0.0',
      'major',
      [{ ...APPROVED, fingerprint: '000000000002' }],
      false,
    ],
  ])(
    'when it has %s, then admissible is as wanted',
    (_name, version, announced, approvals, admissible) => {
      const comparison = comparisonOf([change()], version);
      const policy = policyOf(approvals);
      expect(decide(comparison, { ...UNDECIDED, announced, policy }).admissible).toBe(admissible);
    },
  );

  test('when one of two is approved, then the comparison is not admissible', () => {
    const changes = [change(), change({ fingerprint: '000000000002' })];
    const decision = decideOn(changes, { announced: 'major', policy: policyOf([APPROVED]) });
    expect(decision.changes.map(({ admitted }) => admitted)).toEqual([
      { by: 'approval', reason: 'Agreed.' },
      undefined,
    ]);
    expect(decision.admissible).toBe(false);
  });

  test('when only the source breaks, then it needs an approval, too', () => {
    const changes = [change({ wire: 'none', source: 'major' })];
    expect(decideOn(changes, { announced: 'major' }).admissible).toBe(false);
  });

  test('when the version makes a major step, then it is admitted by the version', () => {
    const { changes } = decide(comparisonOf([change()], '2.0.0'), UNDECIDED);
    expect(changes[0]?.admitted).toEqual({
      by: 'version',
      reason: 'info.version went from 1.0.0 to 2.0.0.',
    });
  });

  test('when the version decreases, then an approval does not help', () => {
    const context = { ...UNDECIDED, announced: 'major' as const, policy: policyOf([APPROVED]) };
    expect(decide(comparisonOf([change()], '0.9.0'), context).admissible).toBe(false);
  });
});

test.each<[string, Partial<ReviewedChange>, boolean]>([
  ['a change of a schema that no message shows', { tried: 12 }, true],
  ['one that breaks the source, too', { tried: 12, source: 'major' }, false],
  ['one for which no message was tried', {}, false],
])('when the policy admits unshown changes, then %s is decided', (_name, changes, admissible) => {
  const policy = { ...policyOf([]), unshownChanges: { admit: true } };
  expect(decideOn([change(changes)], { announced: 'major', policy }).admissible).toBe(admissible);
});

test('when nothing breaks, then the comparison is admissible, and no change has callers or an admission', () => {
  const { admissible, changes } = decideOn([change({ wire: 'minor' })], {
    usage: usageOf([row()]),
  });
  expect(admissible).toBe(true);
  expect(changes[0]).toMatchObject({ callers: undefined, admitted: undefined });
});

test('when an approval matches no breaking change, then it is listed, and the decision is the same', () => {
  const policy = policyOf([APPROVED, { ...APPROVED, fingerprint: '00000000000f' }]);
  const minor = change({ wire: 'minor', fingerprint: '00000000000f' });
  const decision = decideOn([change(), minor], { announced: 'major', policy });
  expect(decision.unmatchedApprovals.map(({ fingerprint }) => fingerprint)).toEqual([
    '00000000000f',
  ]);
  expect(decision.admissible).toBe(true);
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

  test('when there is no usage file, then there are none', () => {
    expect(decideOn([change()]).changes[0]?.callers).toBeUndefined();
  });
});

describe('an unused change', () => {
  const other = row({ operation: 'getPet' });
  const decideUnused = (
    usage: Usage | undefined,
    admit = true,
    changes: Partial<ReviewedChange> = {},
  ) => {
    const context = { announced: 'major' as const, policy: policyOf([], admit), usage };
    return decideOn([change(changes)], context);
  };

  test('when the policy admits it, then it passes', () => {
    const { admissible, changes } = decideUnused(usageOf([other]));
    expect(changes[0]?.admitted).toEqual({ by: 'unused', reason: 'No key called it in 90 days.' });
    expect(admissible).toBe(true);
  });

  test('when no changeset announces it, then it does not pass', () => {
    const context = { policy: policyOf([], true), usage: usageOf([other]) };
    expect(decideOn([change()], context).admissible).toBe(false);
  });

  test.each<[string, ReturnType<typeof decideUnused>, RegExp | undefined]>([
    ['the policy does not admit it', decideUnused(usageOf([other]), false), undefined],
    ['there is no usage file', decideUnused(undefined), /add --usage FILE/],
    ['a key called it', decideUnused(usageOf([row()])), /^keys called it\.$/],
    [
      'a key called another operation that it affects',
      decideUnused(usageOf([other]), true, { operations: ['listPets', 'getPet'] }),
      /^keys called it\.$/,
    ],
    [
      'the file covers fewer days than the policy wants',
      decideUnused(usageOf([other], { from: '2026-08-27' })),
      /^the usage file covers 89 days, and the policy wants 90\.$/,
    ],
    [
      'the file is older than a day',
      decideUnused(usageOf([other], { from: '2026-01-01', to: '2026-11-21' })),
      /^the usage file ends on 2026-11-21,/,
    ],
    [
      'it changes who may call',
      decideUnused(usageOf([other]), true, { isSecurityChange: true }),
      /^usage says nothing/,
    ],
    [
      'it affects the whole service, and a key called anything',
      decideUnused(usageOf([other]), true, { operations: [] }),
      /^keys called it\.$/,
    ],
  ])('when %s, then it does not pass', (_name, { admissible, changes }, doubt) => {
    expect([admissible, changes[0]?.admitted]).toEqual([false, undefined]);
    if (doubt === undefined) expect(changes[0]?.doubt).toBeUndefined();
    else expect(changes[0]?.doubt).toMatch(doubt);
  });

  test('when the file is of yesterday, then it still counts', () => {
    const usage = usageOf([other], { from: '2026-08-25', to: '2026-11-22' });
    expect(decideUnused(usage).admissible).toBe(true);
  });
});

describe('a fingerprint', () => {
  const SMALLER = set('x-max-body-bytes', 1);

  test('when other lines of the contract move, then the approval still holds', async () => {
    const moved = all(set('info description', 'One\nTwo\n'), SMALLER);
    const decision = await decideEdits(() => {}, moved, {
      announced: 'major',
      approvals: await approvalOf(SMALLER),
    });
    expect(decision.admissible).toBe(true);
  });

  test.each([
    ['goes further', set('x-max-body-bytes', 0)],
    ['is joined by another', all(SMALLER, remove('x-rate-limit-plans business'))],
  ])('when the change %s, then the approval does not suffice', async (_name, edit) => {
    const decision = await decideEdits(() => {}, edit, {
      announced: 'major',
      approvals: await approvalOf(SMALLER),
    });
    expect(decision.admissible).toBe(false);
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
])('when the version goes from %s to %s, then it is not admissible', async (base, head) => {
  const edits = [set('info version', base), set('info version', head)] as const;
  expect((await decideEdits(edits[0], edits[1])).admissible).toBe(false);
  expect((await decideEdits(edits[1], edits[0])).admissible).toBe(true);
});

// Ratings of edits of deprecations, and their agreement with the linter.
import { readFile } from 'node:fs/promises';
import { formatProblem, type JsonObject } from '@animal-store/openapi-tools';
import { parseDocument } from 'yaml';
import { highest } from '../src/diff/change.js';
import { isLifeCycleKey, lifeCycleChanges, rateRemoval } from '../src/diff/life-cycle.js';
import { lintContract } from '../src/lint/lint-contract.js';
import {
  all,
  type Edit,
  edited,
  FIXTURE,
  set,
  withFolder,
  write,
} from './support/edit-contract.js';
import { LIFE_CYCLE } from './support/edits/life-cycle.js';
import { type LifeCycleCase, TODAY } from './support/edits/life-cycle-case.js';

async function parsed(edit: Edit): Promise<JsonObject> {
  const contract = parseDocument(await readFile(FIXTURE, 'utf8'));
  edit(contract);
  return contract.toJS();
}

const isRatedHere = ({ name }: LifeCycleCase) =>
  !['a deprecated property of no operation', 'a new parameter that is deprecated already'].includes(
    name,
  );

test.each(LIFE_CYCLE.filter(isRatedHere))(
  'when the edit is "$name", then it is $wire on the wire',
  async (row) => {
    const { before = () => {}, edit, today = TODAY, removed, wire, source, says, why } = row;
    const [base, head] = [await parsed(before), await parsed(all(before, edit))];
    const elsewhere = { wire, source, why: '' }; // the rest of the comparison rates a removal that was not announced
    const removal = removed === undefined ? [] : [rateRemoval(base, removed, today) ?? elsewhere];
    const changes = [
      ...lifeCycleChanges(base, head, today),
      ...removal.map((rating) => ({ ...rating, message: 'removed' })),
    ];

    expect(highest(changes.map((change) => change.wire))).toBe(wire);
    expect(highest(changes.map((change) => change.source))).toBe(source);
    const decisive = changes.filter((change) => change.wire === wire);
    expect(decisive.map(({ message }) => message).join('\n')).toMatch(says);
    if (why) expect(decisive.map((change) => change.why).join('\n')).toMatch(why);
  },
);

test.each(LIFE_CYCLE.filter((row) => !isRatedHere(row)))(
  'when the edit is "$name", then no announcement has changed',
  async ({ before = () => {}, edit }) => {
    const [base, head] = [await parsed(before), await parsed(all(before, edit))];
    expect(lifeCycleChanges(base, head, TODAY)).toEqual([]);
  },
);

test('when nothing changes, then there are no changes', async () => {
  const base = await parsed(() => {});
  expect(lifeCycleChanges(base, base, '2031-01-01')).toEqual([]);
});

test('when several operations share a parameter, then its change is listed once', async () => {
  const edit = set('components parameters Limit deprecated', true);
  expect(lifeCycleChanges(await parsed(() => {}), await parsed(edit), TODAY)).toEqual([
    expect.objectContaining({ side: 'head', pointer: '#/components/parameters/Limit/deprecated' }),
  ]);
});

test.each([
  ['#/paths/~1pets/post', 'an operation that is not deprecated'],
  ['#/paths/~1pets/get/parameters/0', 'a parameter that is not deprecated'],
  ['#/components/schemas/Pet/properties/name', 'a property that is not deprecated'],
  ['#/paths/~1nothing', 'nothing'],
])('when %s is removed, which is %s, then its dates do not rate it', async (pointer) => {
  expect(rateRemoval(await parsed(() => {}), pointer, '2031-01-01')).toBeUndefined();
});

test.each([
  ['paths /pets get deprecated', true],
  ['paths /pets get x-deprecated-successor', true],
  ['paths /pets get parameters 1 x-deprecated-since', true],
  ['paths /pets parameters 0 deprecated', true],
  ['components parameters Limit x-deprecated-sunset', true],
  ['components schemas Pet properties name x-deprecated-sunset', true],
  ['x-deprecation-policy minimumNoticeDays', true],
  ['components headers Retry-After deprecated', false],
  ['paths /pets get x-stability', false],
])('when the keys are %s, then it is %s that they are rated here', (keys, isRated) => {
  expect(isLifeCycleKey(keys.split(' '))).toBe(isRated);
});

/** Problems of dates. Headers that the responses lack are another matter. */
async function lint(edit: Edit, today: string): Promise<string[]> {
  return withFolder(async (folder) => {
    const problems = await lintContract(
      await write(folder, 'openapi.yaml', await edited(edit)),
      today,
    );
    return problems.map(formatProblem).filter((problem) => / \S+\/deprecation /.test(problem));
  });
}

const deprecate = (path: string, first: string, last: string) =>
  all(
    set('paths /pets/{petId} get x-deprecated-sunset', '2040-01-01'), // so that all problems are of the path
    set(`${path} deprecated`, true),
    set(`${path} x-deprecated-since`, first),
    set(`${path} x-deprecated-sunset`, last),
    ...(path.endsWith('get') ? [set(`${path} x-deprecated-successor`, 'listOrders')] : []),
  );

describe.each([
  ['an operation', 'paths /pets get', '#/paths/~1pets/get'],
  ['a parameter', 'paths /pets get parameters 1', '#/paths/~1pets/get/parameters/1'],
  [
    'a property',
    'components schemas NewPet properties status',
    '#/components/schemas/NewPet/properties/status',
  ],
])('%s', (_name, path, pointer) => {
  test.each([
    ['2030-12-04', 0, 'major'],
    ['2030-12-05', 1, 'minor'],
    ['2031-01-01', 1, 'minor'],
  ])(
    'when it is %s, then the linter demands %d removals, which are %s',
    async (today, count, level) => {
      const edit = deprecate(path, '2026-01-01', '2030-12-05');
      const problems = await lint(edit, today);
      expect(problems).toHaveLength(count);
      for (const problem of problems) expect(problem).toMatch(/remove the .* or set a later date/);
      expect(rateRemoval(await parsed(edit), pointer, today)?.wire).toBe(level);
    },
  );

  test.each([
    ['2027-05-19', 0, 'minor'],
    ['2027-05-18', 1, 'major'],
  ])('when %s is announced, then it has %d problems and is %s', async (sunset, count, level) => {
    const edit = deprecate(path, TODAY, sunset);
    expect(await lint(edit, TODAY)).toHaveLength(count);
    const changes = lifeCycleChanges(await parsed(() => {}), await parsed(edit), TODAY);
    expect(highest(changes.map(({ wire }) => wire))).toBe(level);
  });
});

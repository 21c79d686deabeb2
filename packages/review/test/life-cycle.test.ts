// Agreement of the ratings of deprecations with the linter. The ratings themselves are in cases/edits/life-cycle.yaml.
import { formatProblem, type JsonObject } from '@animal-store/openapi-tools';
import { highest } from '../src/diff/change.js';
import { lifeCycleChanges, rateRemoval } from '../src/diff/life-cycle.js';
import { walkContracts } from '../src/diff/walk/contract-walk.js';
import type { Pair } from '../src/diff/walk/finding.js';
import { lintContract } from '../src/lint/lint-contract.js';
import {
  all,
  documentOf,
  type Edit,
  edited,
  set,
  withFolder,
  write,
} from './support/edit-contract.js';

const TODAY = '2026-11-20';

async function parsed(edit: Edit): Promise<JsonObject> {
  return (await documentOf(edit)).toJS();
}

function changesOf(base: JsonObject, head: JsonObject, today: string) {
  const documents = { base, head };
  const pairs = new Map<string, Pair>();
  walkContracts({ documents, announced: () => undefined, pairs });
  return lifeCycleChanges(documents, pairs.values(), today);
}

test('when nothing changes, then there are no changes', async () => {
  const base = await parsed(() => {});
  expect(changesOf(base, base, '2031-01-01')).toEqual([]);
});

test('when several operations share a parameter, then its change is listed once', async () => {
  const edit = set('components parameters Limit deprecated', true);
  expect(changesOf(await parsed(() => {}), await parsed(edit), TODAY)).toEqual([
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
    const changes = changesOf(await parsed(() => {}), await parsed(edit), TODAY);
    expect(highest(changes.map(({ wire }) => wire))).toBe(level);
  });
});

import { readFile } from 'node:fs/promises';
import { compare } from '../src/compare.js';
import { CONTRACT_FILE } from '../src/contract.js';
import { all, type Edit, edited, remove, set, withFolder, write } from './support/edit.js';
import type { Case } from './support/edits/case.js';
import { OPERATIONS } from './support/edits/operations.js';
import { PROMISES } from './support/edits/promises.js';
import { REPLIES } from './support/edits/replies.js';
import { REQUESTS } from './support/edits/requests.js';

jest.setTimeout(20_000); // a process for each edit

async function compareEdits(before: Edit, after: Edit) {
  return withFolder(async (folder) =>
    compare(
      await write(folder, 'base.yaml', await edited(before)),
      await write(folder, 'head.yaml', await edited(after)),
    ),
  );
}

const rows: string[] = [];
afterAll(() => {
  process.stdout.write(`${['edit | wanted | given', '--- | --- | ---', ...rows].join('\n')}\n`);
});

describe.each<[string, Case[]]>([
  ['requests', REQUESTS],
  ['replies', REPLIES],
  ['operations', OPERATIONS],
  ['promises', PROMISES],
])('%s', (_title, cases) => {
  test.concurrent.each(cases)('$name: $level', async ({ name, edit, level, says }) => {
    const comparison = await compareEdits(() => {}, edit);
    rows.push(`${name} | ${level ?? 'no change'} | ${comparison.level ?? 'no change'}`);

    expect(comparison.level).toBe(level);
    const decisive = comparison.changes.filter((change) => change.level === level);
    const messages = decisive.map(({ message }) => message).join('\n');
    expect(messages).toMatch(says);
    for (const change of comparison.changes) {
      expect(change.why).not.toBe('');
      expect(change.line).toBeGreaterThan(1);
    }
  });
});

test('a change says where it stands, and whose it is', async () => {
  const { changes } = await compareEdits(
    () => {},
    set('components parameters Limit schema maximum', 50),
  );
  const text = (await edited(set('components parameters Limit schema maximum', 50))).split('\n');

  expect(changes).toHaveLength(1);
  const [change] = changes;
  expect(change?.operations).toEqual(['listPets', 'listOrders']);
  expect(text[(change?.line ?? 0) - 1]).toContain('maximum: 50');
});

describe('an experimental operation', () => {
  const toOrders = set('components schemas Pets items $ref', '#/components/schemas/Order');

  test('is told as the reason why a change does not break', async () => {
    const { changes } = await compareEdits(
      () => {},
      set('components schemas Order required', ['id']),
    );
    expect(changes.map(({ why }) => why).join()).toMatch(/listOrders is experimental/);
  });

  test('excuses nothing that a stable operation shares with it', async () => {
    const { level } = await compareEdits(
      toOrders,
      all(toOrders, set('components schemas Order required', ['id'])),
    );
    expect(level).toBe('major');
  });

  test('excuses no operation that is called an experiment only now', async () => {
    const experiment = set('paths /pets get x-stability', 'experimental');
    const { changes } = await compareEdits(
      () => {},
      all(experiment, remove('paths /pets get responses 400')),
    );
    expect(changes.filter(({ level }) => level === 'major')).toHaveLength(2);
  });
});

describe('the next version', () => {
  test.each([
    ['2.0.0', remove('paths /pets/{petId}')],
    ['1.1.0', set('x-max-body-bytes', 65_536)],
    ['1.0.1', set('info title', 'Store')],
    ['1.0.0', () => {}],
  ])('is %s', async (version, edit: Edit) => {
    expect((await compareEdits(() => {}, edit)).nextVersion).toBe(version);
  });

  test.each([
    ['1.0.0', false],
    ['1.9.0', false],
    ['2.0.0', true],
  ])('%s admits a change that breaks clients: %s', async (version, admissible) => {
    const edit = all(remove('security'), set('info version', version));
    expect((await compareEdits(() => {}, edit)).admissible).toBe(admissible);
  });
});

test('a contract that cannot be read is refused with its faults', async () => {
  const text = await readFile(CONTRACT_FILE, 'utf8');
  await withFolder(async (folder) => {
    const broken = await write(folder, 'head.yaml', text.replace('paths:', 'paths: ['));
    await expect(compare(CONTRACT_FILE, broken)).rejects.toThrow(/head\.yaml:\d+:\d+ readable/);
  });
});

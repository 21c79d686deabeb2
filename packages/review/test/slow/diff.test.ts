// Comparison of edited contracts: the ratings of all edits in test/cases/edits, their witnesses, and places of changes.
import { readFile } from 'node:fs/promises';
import { levelOf } from '../../src/diff/change.js';
import { loadContract } from '../../src/load-contract.js';
import { withTemporaryFolder } from '../../src/temporary-folder.js';
import { EDIT_FILES, readEdits } from '../support/cases.js';
import {
  all,
  compareEdits,
  type Edit,
  edited,
  FIXTURE,
  remove,
  set,
  write,
} from '../support/edit-contract.js';

describe.each(EDIT_FILES)('%s', (file) => {
  test.concurrent.each(readEdits(file))(
    'when the edit is "$name", then it is rated $wire, $source',
    async ({ before, edit, wire, source, says, why, never, today, unseen }) => {
      const comparison = await compareEdits(before, all(before, edit), today);
      const isWitnessed = comparison.changes.some(({ witness }) => witness !== undefined);
      expect(comparison).toMatchObject({ wire, source });
      const isShown = wire === 'major' && unseen === undefined;
      expect({ isShown: isWitnessed }).toEqual({ isShown });
      const decisive = comparison.changes.filter((change) => levelOf(change) === comparison.level);
      expect(decisive.map(({ message }) => message).join('\n')).toMatch(says);
      if (why) expect(decisive.map((change) => change.why).join('\n')).toMatch(why);
      for (const change of comparison.changes) {
        expect(change.why).not.toBe('');
        expect(change.line).toBeGreaterThan(1);
        if (never) expect(`${change.message} ${change.why}`).not.toMatch(never);
      }
    },
  );
});

test('when a shared parameter changes, then the change has its position and its operations', async () => {
  const edit = set('components parameters Limit schema maximum', 50);
  const { changes } = await compareEdits(() => {}, edit);
  const text = (await edited(edit)).split('\n');

  expect(changes).toHaveLength(1);
  const [change] = changes;
  expect(change?.operations).toEqual(['listPets', 'listOrders']);
  expect(text[(change?.line ?? 0) - 1]).toContain('maximum: 50');
});

test('when a shared schema breaks requests alone, then operations whose responses have it are not affected', async () => {
  const edit = set('components schemas PetName maxLength', 100);
  const { changes } = await compareEdits(() => {}, edit);
  expect(changes).toMatchObject([{ wire: 'major', operations: ['createPet'] }]);
});

test.each<[version: string, edit: Edit]>([
  ['2.0.0', remove('paths /pets/{petId}')],
  ['1.1.0', set('x-max-body-bytes', 65_536)],
  ['1.0.1', set('info title', 'Store')],
  ['1.0.0', () => {}],
])('when an edit requires it, then the next version is %s', async (version, edit) => {
  expect((await compareEdits(() => {}, edit)).nextVersion).toBe(version);
});

test('when the contract has YAML merge keys, then they are applied', async () => {
  const text = await readFile(FIXTURE, 'utf8');
  const merged = text.replace(/pro: \{ perMinute: (\d+)/, 'pro: { <<: { perMinute: $1 }');
  expect(merged).not.toBe(text);
  await withTemporaryFolder(async (folder) => {
    const { document } = await loadContract(await write(folder, 'merged.yaml', merged));
    expect(document).toEqual((await loadContract(FIXTURE)).document);
  });
});

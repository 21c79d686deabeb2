// Comparison of edited contracts: the ratings of all edits in test/cases/edits, their witnesses, and places of changes.
import { readFile } from 'node:fs/promises';
import { levelOf } from '../../src/diff/change.js';
import { compare } from '../../src/diff/compare.js';
import { readContract } from '../../src/read-contract.js';
import { EDIT_FILES, readEdits } from '../support/cases.js';
import type { Edit } from '../support/edit-contract.js';
import {
  all,
  CONTEXT,
  compareEdits,
  edited,
  FIXTURE,
  remove,
  set,
  withFolder,
  write,
} from '../support/edit-contract.js';

const rows = ['edit | wire | source | wire given | source given | witness'];
afterAll(() => {
  process.stdout.write(`${rows.join('\n')}\n`);
});

describe.each(EDIT_FILES)('%s', (file) => {
  test.concurrent.each(readEdits(file))(
    'when the edit is "$name", then it is rated $wire, $source',
    async ({ name, before, edit, wire, source, says, why, never, today, unseen }) => {
      const context = today === undefined ? {} : { today };
      const comparison = await compareEdits(before, all(before, edit), context);
      const witness = comparison.changes.find((change) => change.witness !== undefined)?.witness;
      rows.push(
        [name, wire, source, comparison.wire, comparison.source, witness?.kind ?? ''].join(' | '),
      );

      expect(comparison).toMatchObject({ wire, source });
      const isShown = wire === 'major' && unseen === undefined;
      expect({ isShown: witness !== undefined }).toEqual({ isShown });
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

test('when a shared schema breaks requests alone, then operations whose responses have it are not affected', async () => {
  const { changes } = await compareEdits(
    () => {},
    set('components schemas PetName maxLength', 100),
  );
  expect(changes.map(({ wire, operations }) => ({ wire, operations }))).toEqual([
    { wire: 'major', operations: ['createPet'] },
  ]);
});

describe('the next version', () => {
  test.each([
    ['2.0.0', remove('paths /pets/{petId}')],
    ['1.1.0', set('x-max-body-bytes', 65_536)],
    ['1.0.1', set('info title', 'Store')],
    ['1.0.0', () => {}],
  ])('when the edit requires it, then it is %s', async (version, edit: Edit) => {
    expect((await compareEdits(() => {}, edit)).nextVersion).toBe(version);
  });
});

test('when the contract has YAML merge keys, then they are applied', async () => {
  const text = await readFile(FIXTURE, 'utf8');
  const merged = text.replace(/pro: \{ perMinute: (\d+)/, 'pro: { <<: { perMinute: $1 }');
  expect(merged).not.toBe(text);
  await withFolder(async (folder) => {
    const { document } = await readContract(await write(folder, 'merged.yaml', merged));
    expect(document).toEqual((await readContract(FIXTURE)).document);
  });
});

test('when the contract before the change cannot be read, then the error says so', async () => {
  await withFolder(async (folder) => {
    const base = await write(folder, 'base/openapi.yaml', 'paths: [');
    const compared = compare(base, FIXTURE, CONTEXT);
    await expect(compared).rejects.toThrow(
      /^The contract before the change cannot be read:\nopenapi\.yaml:\d+:\d+ parse-error/,
    );
  });
});

test('when a contract cannot be read, then the error has its problems', async () => {
  const text = await readFile(FIXTURE, 'utf8');
  await withFolder(async (folder) => {
    const broken = await write(folder, 'head.yaml', text.replace('paths:', 'paths: ['));
    await expect(readContract(broken)).rejects.toThrow(/head\.yaml:\d+:\d+ parse-error/);
  });
});

// Progress of imports, which is stored together with the imported rows.
import type { ImportedFile, ImportProgress, Store } from '../../../src/storage/store.js';
import { describeEachStore } from '../../support/each-store.js';

const FILE: ImportedFile = { resource: 'pets', hash: 'a'.repeat(64) };
const STARTED_MS = 1_795_392_000_000;

function advanced(from: ImportProgress, imported: number, rejected = 0): ImportProgress {
  return {
    ...from,
    rowsRead: from.rowsRead + imported + rejected,
    imported: from.imported + imported,
    rejected: from.rejected + rejected,
  };
}

describeEachStore((context) => {
  const namesOf = async ({ pets }: Store) =>
    (await pets.list({ after: undefined, limit: 100 })).items
      .parse()
      .map(({ id, name }) => [id, name]);
  const insert =
    (...names: string[]) =>
    ({ pets }: Pick<Store, 'pets'>) =>
      Promise.all(names.map((name) => pets.insert({ name, categoryId: 1 })));

  test('when rows are imported, then they and the progress are stored, and the ids are in the order of the rows', async () => {
    const { imports } = context.store;
    expect(await imports.find(FILE)).toBeUndefined();
    const begun = await imports.begin(FILE, STARTED_MS);
    expect(await imports.find(FILE)).toEqual(begun);
    const first = advanced(begun, 2, 1);
    await imports.advance(FILE, begun, first, insert('Hambone', 'Emily'));
    const last = { ...advanced(first, 1), finishedMs: STARTED_MS + 5 };
    await imports.advance(FILE, first, last, insert('Rex'));
    const other = await context.openAnother();
    expect(await other.imports.find(FILE)).toEqual(last);
    expect(await namesOf(other)).toEqual([
      [1, 'Hambone'],
      [2, 'Emily'],
      [3, 'Rex'],
    ]);
    expect(await imports.find({ ...FILE, resource: 'orders' })).toBeUndefined();
  });

  test('when the stored progress is another, then neither rows nor progress are written', async () => {
    const { imports } = context.store;
    const begun = await imports.begin(FILE, STARTED_MS);
    const next = advanced(begun, 1);
    await imports.advance(FILE, begun, next, insert('Hambone'));
    const other = await context.openAnother();
    await expect(other.imports.advance(FILE, begun, next, insert('Hambone'))).rejects.toThrow(
      'another process imports the same file',
    );
    const finished = { ...next, finishedMs: STARTED_MS + 5 };
    await imports.advance(FILE, next, finished, async () => {});
    await expect(
      imports.advance(FILE, finished, advanced(finished, 1), insert('Rex')),
    ).rejects.toThrow('another process');
    expect(await namesOf(other)).toEqual([[1, 'Hambone']]);
    expect(await imports.find(FILE)).toEqual(finished);
  });

  test('when a row cannot be written, then neither the others nor the progress are', async () => {
    const { imports } = context.store;
    const begun = await imports.begin(FILE, STARTED_MS);
    const work = async (store: Pick<Store, 'pets'>) => {
      await insert('Hambone')(store);
      throw new Error('the second row');
    };
    await expect(imports.advance(FILE, begun, advanced(begun, 2), work)).rejects.toThrow(
      'second row',
    );
    expect(await imports.find(FILE)).toEqual(begun);
    expect(await namesOf(context.store)).toEqual([]);
  });

  test('when a finished import is begun again, then its progress starts from the first row', async () => {
    const { imports } = context.store;
    const begun = await imports.begin(FILE, STARTED_MS);
    const finished = { ...advanced(begun, 0, 3), finishedMs: STARTED_MS + 5 };
    await imports.advance(FILE, begun, finished, async () => {});
    const again = await imports.begin(FILE, STARTED_MS + 9);
    expect(again).toMatchObject({ rowsRead: 0, rejected: 0, finishedMs: undefined });
    expect(await imports.find(FILE)).toEqual(again);
  });
});

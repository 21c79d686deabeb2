// Imports: the progress that is stored together with the rows, and the lock that admits one at a time.
import { readConfig } from '@animal-store/engine/internal/settings/settings';
import {
  acquireImportLock,
  acquireServerLock,
  readServerLoad,
} from '@animal-store/engine/internal/storage/create-store';
import type {
  ImportedFile,
  ImportProgress,
} from '@animal-store/engine/internal/storage/stores/import-store';
import { describeEachDatabase } from '../../support/each-database.js';
import { describeEachStore } from '../../support/each-store.js';
import type { Store } from '../../support/open-stores.js';
import { shop } from '../../support/plain-shop.js';
import { waitUntil } from '../../support/wait-until.js';

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

  test('when rows are imported, then they and the progress are stored, with ids in the order of the rows', async () => {
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
});

describeEachDatabase((database) => {
  const settingOf = () => readConfig({ DATABASE_URL: database.url }, shop.product.name).database;

  test('when an import is running, then another is refused until it ends', async () => {
    const release = await acquireImportLock(settingOf());
    await expect(acquireImportLock(settingOf())).rejects.toThrow('another import into');
    await release();
    await (await acquireImportLock(settingOf()))();
  });

  test('when a server starts, is busy or stops, then an import beside it knows', async () => {
    const load = () => readServerLoad(settingOf());
    /** PostgreSQL takes and releases locks after the call. */
    const untilLoad = (expected: string) => waitUntil(async () => (await load()) === expected);
    expect(await load()).toBe('none');
    const server = await acquireServerLock(settingOf(), true);
    expect(await load()).toBe('idle');
    server.setLoad('busy');
    await untilLoad('busy');
    server.setLoad('idle');
    await untilLoad('idle');
    server.setLoad('busy');
    await server.release();
    await untilLoad('none');
    await (await acquireServerLock(settingOf(), true)).release();
  });
});

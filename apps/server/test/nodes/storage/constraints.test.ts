// References and unique values, on tables of their own.
import {
  addRejectsBytes,
  type ConstraintError,
  createKeyOrigins,
  createOperatorTables,
  type Migration,
} from '@animal-store/engine';
import { createStore } from '@animal-store/engine/internal/storage/create-store';
import { defineSchema, type Schema } from '@animal-store/engine/internal/storage/schema';
import type { Store } from '@animal-store/engine/internal/storage/store';
import type { ResourceStore } from '@animal-store/engine/internal/storage/stores/resource-store';
import { transferStore } from '@animal-store/engine/internal/storage/transfer';
import { describeIfService } from '../../support/describe-if-service.js';
import { createFile, describeEachDatabase, settingOf } from '../../support/each-database.js';
import { claimOf } from '../../support/each-store.js';
import { createDatabase } from '../../support/postgres.js';

interface Cinema {
  films: ResourceStore<{ id: number; title: string; genreId: number; sequelOf?: number }>;
  genres: ResourceStore<{ id: number; name: string }>;
}

const FIRST: Migration[] = [
  ...[createOperatorTables, createKeyOrigins, addRejectsBytes],
  (type) => `CREATE TABLE genres (id ${type.id}, name ${type.text} NOT NULL);
    CREATE TABLE films (id ${type.id}, title ${type.text} NOT NULL, genre_id ${type.int64} NOT NULL, sequel_of ${type.int64});`,
];
const COLUMNS = {
  films: { id: 'int64', title: 'text', genreId: 'int64', sequelOf: 'int64?' },
  genres: { id: 'int64', name: 'text' },
} as const;

const withoutConstraints = defineCinema(COLUMNS, FIRST);
const CONSTRAINED = {
  films: {
    ...COLUMNS.films,
    genreId: { references: 'genres' },
    sequelOf: { type: 'int64?', references: 'films' },
  },
  genres: { id: 'int64', name: { type: 'text', unique: true } },
} as const;
const cinema = defineCinema(CONSTRAINED, [
  ...FIRST,
  (
    type,
  ) => `${type.reference('films', 'genre_id', 'genres')} ${type.reference('films', 'sequel_of', 'films')}
    CREATE UNIQUE INDEX genres_name_key ON genres (name);`,
]);

function defineCinema(
  columns: Record<keyof typeof COLUMNS, Parameters<typeof defineSchema>[1][string]['columns']>,
  migrations: readonly Migration[],
): Schema<Cinema> {
  const tables = Object.entries(columns).map(([name, of]) => [
    name,
    { schema: name, ids: 'database', columns: of } as const,
  ]);
  return defineSchema('cinema', Object.fromEntries(tables), migrations);
}

describeEachDatabase((database) => {
  let store: Store<Cinema>;
  const open = async (schema: Schema<Cinema>) => {
    store = await createStore(settingOf(database), schema);
    return store;
  };
  afterEach(() => store.close());

  const violation = (kind: ConstraintError['kind'], table: string, property: string) =>
    expect.objectContaining({ name: 'ConstraintError', kind, table, property });

  test('when a value refers to nothing, then each write of it fails with an error of its column', async () => {
    const { films, genres } = await open(cinema);
    const { id: genreId } = await genres.insert({ name: 'noir' });
    const { id } = await films.insert({ title: 'M', genreId });
    const missing = violation('reference', 'films', 'genreId');
    const writes = [99, genreId, 98].map((of) => films.insert({ title: 'X', genreId: of }));
    const outcomes = await Promise.allSettled(writes);
    expect(outcomes).toEqual([
      { status: 'rejected', reason: missing },
      expect.objectContaining({ status: 'fulfilled' }),
      { status: 'rejected', reason: missing },
    ]);
    await expect(films.update(id, { genreId: 99 })).rejects.toEqual(missing);
    const sequel = films.insert({ title: 'X', genreId, sequelOf: 99 });
    await expect(sequel).rejects.toEqual(violation('reference', 'films', 'sequelOf'));
    expect(await films.insert({ title: 'X', genreId, sequelOf: id })).toMatchObject({ genreId });
  });

  test('when others refer to an object, then it is not removed', async () => {
    const { films, genres } = await open(cinema);
    const { id: genreId } = await genres.insert({ name: 'noir' });
    const { id } = await films.insert({ title: 'M', genreId });
    const inUse = violation('referenced', 'genres', 'id');
    await expect(genres.remove(genreId)).rejects.toEqual(inUse);
    expect(await films.remove(id)).toBe(true);
    expect(await genres.remove(genreId)).toBe(true);
  });

  test('when a unique value is there already, then a handler may go on in its transaction', async () => {
    const { genres, transaction, once } = await open(cinema);
    await genres.insert({ name: 'noir' });
    const taken = violation('unique', 'genres', 'name');
    await expect(genres.insert({ name: 'noir' })).rejects.toEqual(taken);
    const addOther = async (tables: Cinema, name: string) => {
      await expect(tables.genres.insert({ name: 'noir' })).rejects.toEqual(taken);
      await tables.genres.insert({ name });
      return { status: 201, headers: {}, body: undefined };
    };
    await transaction((tables) => addOther(tables, 'western'));
    await once(claimOf('a'), (tables) => addOther(tables, 'musical'));
    const { items } = await genres.list({ after: undefined, limit: 9 });
    expect(items.parse().map(({ name }) => name)).toEqual(['noir', 'western', 'musical']);
  });

  test('when calls at once in a transaction meet a value that is there, then the others are kept', async () => {
    const { genres, transaction } = await open(cinema);
    const outcomes = await transaction((tables) =>
      Promise.allSettled(['noir', 'noir', 'western'].map((name) => tables.genres.insert({ name }))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toEqual({
      status: 'rejected',
      reason: violation('unique', 'genres', 'name'),
    });
    const { items } = await genres.list({ after: undefined, limit: 9 });
    expect(items.parse().map(({ name }) => name)).toEqual(['noir', 'western']);
  });

  test('when an object refers to itself, then it can be changed and removed', async () => {
    const { films, genres } = await open(cinema);
    const { id: genreId } = await genres.insert({ name: 'noir' });
    const { id } = await films.insert({ title: 'M', genreId });
    expect(await films.update(id, { sequelOf: id })).toMatchObject({ sequelOf: id });
    expect(await films.remove(id)).toBe(true);
  });

  test('when a row refers to nothing, then the migration to the reference fails', async () => {
    const { films } = await open(withoutConstraints);
    await films.insert({ title: 'M', genreId: 99 });
    await store.close();
    await expect(open(cinema)).rejects.toThrow(/films_genre_id_fkey/);
    await open(withoutConstraints);
  });

  test('when a migration fails, then the error names its entry, and nothing of it is kept', async () => {
    await open(withoutConstraints);
    await store.close();
    const drop = () => 'DROP TABLE genres;\n  SELECT 1;'; // the second one fails
    const broken = defineCinema(COLUMNS, [...FIRST, drop, drop]);
    await expect(open(broken)).rejects.toThrow(
      /migrations\.ts: entry 6 \(DROP TABLE genres;\) failed: .*genres/,
    );
    await open(withoutConstraints);
  });

  test('when a migration lacks a constraint of tables.ts, then the start says what to append', async () => {
    await open(withoutConstraints);
    const lacking = { ...cinema, version: withoutConstraints.version };
    await expect(createStore(settingOf(database), lacking)).rejects.toThrow(
      /films.genre_id references genres, but .* \(`\$\{type.reference\('films', 'genre_id', 'genres'\)\}`\): append a migration/,
    );
  });
});

describeIfService('PostgreSQL')('with PostgreSQL', () => {
  test('when a name is longer than PostgreSQL keeps it, then the start says which to shorten', async () => {
    const target = await createDatabase();
    const name = `very${'Very'.repeat(9)}Long`;
    const genres = { ...COLUMNS.genres, [name]: { type: 'text?', unique: true } } as const;
    const opened = createStore(
      { kind: 'postgres', url: target.url },
      defineCinema({ ...COLUMNS, genres }, FIRST),
    );
    await expect(opened).rejects.toThrow(
      /PostgreSQL cuts off the name genres_very_.*_long_key, which has more than 63 bytes/,
    );
    await target.drop();
  });

  test('when a table comes before the one that it references, then the store is copied', async () => {
    const [source, target] = [await createFile(), await createDatabase()];
    const store = await createStore(settingOf(source), cinema);
    const { id: genreId } = await store.genres.insert({ name: 'noir' });
    await store.films.insert({ title: 'M', genreId });
    await store.close();
    const { file } = settingOf(source) as { file: string };
    const rows = await transferStore(file, target.url, cinema, () => {});
    expect([rows.get('films'), rows.get('genres')]).toEqual([1, 1]);
    await source.drop();
    await target.drop();
  });
});

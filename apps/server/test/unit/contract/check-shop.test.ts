// Check of a shop against its contract: the line for each fault.
import { readText } from '@animal-store/engine';
import { checkShop } from '@animal-store/engine/internal/check-shop';
import { defineSchema } from '@animal-store/engine/internal/storage/schema';
import { shop } from '../../../src/shop.js';

const FILM = { id: 'int64', title: 'text', genreId: 'int64', year: 'integer?' } as const;
const STORED = { Film: FILM, Genre: { id: 'int64' } };
const filters = { year: { property: 'year', match: 'equals' } } as const;
const QUERY = { in: 'query', isRequired: false, type: 'string', isNullable: false } as const;

function faultsOf(
  columns: object,
  parameters: string[] = [],
  schema = 'Film',
  settings = {},
): string[] {
  const table = { ids: 'database' } as const;
  const films = { ...table, schema, columns: { ...columns } };
  const genres = { ...table, schema: 'Genre', columns: { id: 'int64' } } as const;
  const operations = shop.contract.operations.slice(0, 1).map((operation) => ({
    ...operation,
    id: 'listFilms',
    parameters: parameters.map((name) => ({ ...QUERY, name })),
    listing: { schema: 'Film', filters },
  }));
  try {
    checkShop({
      contract: { ...shop.contract, stored: STORED, operations },
      schema: defineSchema('cinema', { films, genres }, []),
      settings,
    });
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
}

test('when a shop fits its contract, then nothing is said', () => {
  const columns = { ...FILM, genreId: { references: 'genres' }, year: 'number?' };
  expect(faultsOf(columns, ['limit', 'year', 'cursor'])).toEqual([]);
});

test('when a shop does not fit its contract, then a line for each fault says what to write', () => {
  const genreId = { references: 'genre' };
  expect(faultsOf({ id: 'int64', genreId, title: 'text?', color: 'text' }, ['bornAfter'])).toEqual([
    "tables.ts has no column of films for year: add year: 'integer?'",
    'tables.ts: the column genreId of films references genre: name one of films, genres',
    "tables.ts: the column title of films must be 'text' (is 'text?')",
    'tables.ts: the column color of films is no property of Film: remove it, or add the property to openapi.yaml',
    'openapi.yaml: listFilms does not use bornAfter: give it the name and the type of a property of Film, or `x-filter` with `min`, `max`, `equals` or `absent` and a property, or remove it',
  ]);
  const port = { name: 'PORT', default: '', meaning: 'port', read: readText };
  expect(faultsOf(FILM, ['bornAfter'], 'Movie', { port })).toEqual([
    'tables.ts: films stores Movie, which is no schema with an int64 id: name one of Film, Genre',
    "the setting PORT of the shop is one of the engine's: give it another name",
  ]);
});

// JSON text that the databases write: byte for byte what JSON.stringify writes, and exact for integers of 64 bits.
import fc from 'fast-check';
import { parseJson, toJsonText } from '../../../src/lib/json.js';
import { shop } from '../../../src/shop.js';
import { type ColumnType, type Item, quote, SQL_TYPES } from '../../../src/storage/columns.js';
import { createPostgresStore } from '../../../src/storage/postgres/postgres-store.js';
import type { Schema } from '../../../src/storage/schema.js';
import { createSqliteStore } from '../../../src/storage/sqlite/sqlite-store.js';
import type { Store } from '../../../src/storage/store.js';
import { type AnyResource, type Table, toTable } from '../../../src/storage/table.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { createSchema } from '../../support/postgres.js';

const COLUMNS: Readonly<Record<string, ColumnType>> = {
  id: 'int64',
  "it's": 'text',
  '"quoted"': 'text?',
  nullText: 'text | null',
  count: 'integer?',
  big: 'int64 | null',
  isOpen: 'boolean?',
  isNull: 'boolean | null',
  list: 'json?',
  map: 'json',
};

/** Text as both databases store it: PostgreSQL refuses U+0000, and UTF-8 has no lone surrogates. */
const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((one) => !one.includes('\0'));
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text,
  int64,
  integer: fc.maxSafeInteger().map((number) => number + 0),
  number: fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => number + 0),
  boolean: fc.boolean(),
  json: fc.oneof(fc.array(fc.oneof(json, int64)), fc.dictionary(text, json)),
};

/** Objects of the table, some without the properties that may be absent or null. */
function objectsOf({ columns }: Table): fc.Arbitrary<Item> {
  const properties = columns.map(({ property, kind, null: nothing }) => {
    const value = VALUES[kind] ?? fc.constant(0);
    const nil = nothing === 'absent' ? undefined : null;
    return [property, nothing === undefined ? value : fc.option(value, { nil })] as const;
  });
  return fc.record(Object.fromEntries(properties)) as fc.Arbitrary<Item>;
}

interface Rows {
  rows: AnyResource;
}

/** The shop's tables and another one. */
function schemaWith(table: Table): Schema<Rows> {
  const { tables, version, migrationsFrom } = shop.schema;
  return {
    tables: [...tables, table],
    version,
    migrationsFrom(from, dialect) {
      const types = SQL_TYPES[dialect];
      const columns = table.columns.map(({ name, kind, null: nothing }) => {
        const constraint = nothing === undefined ? 'NOT NULL' : '';
        return `${quote(name)} ${types[kind]} ${name === 'id' ? 'PRIMARY KEY' : constraint}`;
      });
      return [
        ...migrationsFrom(from, dialect),
        `CREATE TABLE ${table.name} (${columns.join(', ')})${types.table}`,
      ];
    },
  };
}

function define(
  useStore: (schema: Schema<Rows>, use: (store: Store<Rows>) => Promise<void>) => Promise<void>,
): void {
  test.each([
    ['without numbers', COLUMNS],
    ['with numbers', { ...COLUMNS, weight: 'number?', size: 'number | null' } as const],
  ])('a table %s', async (_, columns) => {
    const table = toTable('rows', { schema: 'Row', ids: 'client', columns, filters: [] });
    const roundTrip = (store: Store<Rows>) =>
      fc.assert(
        fc.asyncProperty(objectsOf(table), async (object) => {
          await store.rows.put([object]);
          const { text } = (await store.rows.get(object.id)) ?? { text: '' };
          expect(text).toBe(toJsonText(object));
          expect(toJsonText(parseJson(text))).toBe(text);
        }),
        { numRuns: 300 },
      );
    await useStore(schemaWith(table), roundTrip);
  });
}

describe('in SQLite', () =>
  define(async (schema, use) => {
    const store = createSqliteStore(':memory:', schema);
    await use(store);
    await store.close();
  }));

describeIfService('PostgreSQL')('in PostgreSQL', () =>
  define(async (schema, use) => {
    const { url, drop } = await createSchema();
    const store = await createPostgresStore(url, schema);
    await use(store);
    await store.close();
    await drop();
  }),
);

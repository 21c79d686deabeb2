// Round trip of every type of column, by any values. The databases write JSON text, byte for byte what JSON.stringify writes, and
// exact for integers of 64 bits.
import { parseJson, toJsonText } from '@animal-store/engine/internal/lib/json';
import {
  type ColumnType,
  type Item,
  quote,
  SQL_TYPES,
} from '@animal-store/engine/internal/storage/columns';
import { createPostgresStore } from '@animal-store/engine/internal/storage/postgres/postgres-store';
import type { Schema } from '@animal-store/engine/internal/storage/schema';
import { createSqliteStore } from '@animal-store/engine/internal/storage/sqlite/sqlite-store';
import type { Store } from '@animal-store/engine/internal/storage/store';
import { type AnyResource, type Table, toTable } from '@animal-store/engine/internal/storage/table';
import { transferStore } from '@animal-store/engine/internal/storage/transfer';
import fc from 'fast-check';
import type { Resources } from '../../../src/tables.js';
import { describeIfService } from '../../support/describe-if-service.js';
import { useDatabase } from '../../support/each-database.js';
import { shop } from '../../support/plain-shop.js';
import { useTempStore } from '../../support/use-temp-store.js';

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

/**
 * Any character that both databases store: PostgreSQL refuses U+0000, and UTF-8 has no lone surrogates. The
 * unit `binary` of fast-check takes half a second to set up.
 */
const character = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const text = fc.string({ unit: character, maxLength: 20 });
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

interface Rows extends Resources {
  rows: AnyResource;
}

/** The shop's tables and another one. */
function schemaWith(table: Table): Schema<Rows> {
  const { name, tables, version, migrationsFrom } = shop.schema;
  return {
    name,
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
        `CREATE INDEX "rows_by_it's" ON ${table.name} ("it's", id)`,
      ];
    },
  };
}

const TABLES = [
  ['without numbers', COLUMNS],
  ['with numbers', { ...COLUMNS, weight: 'number?', size: 'number | null' } as const],
] as const;
const ALL = { after: undefined, limit: 1_000 };
const tableOf = (columns: Readonly<Record<string, ColumnType>>) =>
  toTable('rows', { schema: 'Row', ids: 'client', columns }, [
    { schema: 'Row', filters: { "it's": { property: "it's", match: 'equals' } } },
  ]);
const severalOf = (table: Table) =>
  fc.uniqueArray(objectsOf(table), {
    selector: ({ id }) => id,
    comparator: (one, other) => BigInt(one) === BigInt(other),
    minLength: 1,
    maxLength: 4,
  });
const textOf = (objects: readonly Item[]) =>
  `[${[...objects]
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
    .map(toJsonText)
    .join()}]`;

/** Puts, reads, lists, filters, updates and removes objects. */
async function roundTrip({ rows }: Rows, objects: readonly Item[]): Promise<void> {
  await rows.put(objects);
  for (const object of objects) {
    const { text } = (await rows.get(object.id)) ?? { text: '' };
    expect(text).toBe(toJsonText(object));
    expect(toJsonText(parseJson(text))).toBe(text);
    const name = object["it's"];
    const { items } = await rows.list({ ...ALL, "it's": name });
    expect(items.text).toBe(textOf(objects.filter((one) => one["it's"] === name)));
  }
  expect((await rows.list(ALL)).items.text).toBe(textOf(objects));
  const [first, last] = [objects[0], objects.at(-1)];
  const { id: _, ...changes } = { id: 0, ...last };
  const updated = { id: first?.id ?? 0, ...changes };
  expect(toJsonText(await rows.update(updated.id, changes))).toBe(toJsonText(updated));
  expect((await rows.get(updated.id))?.text).toBe(toJsonText(updated));
  for (const { id } of objects) expect(await rows.remove(id)).toBe(true);
}

function define(
  useStore: (schema: Schema<Rows>, use: (store: Store<Rows>) => Promise<void>) => Promise<void>,
): void {
  test.each(TABLES)('a table %s', async (_, columns) => {
    const table = tableOf(columns);
    await useStore(schemaWith(table), (store) =>
      fc.assert(
        fc.asyncProperty(severalOf(table), (objects) => roundTrip(store, objects)),
        { numRuns: 50 },
      ),
    );
  });
}

describe('in SQLite', () =>
  define(async (schema, use) => {
    const store = createSqliteStore(':memory:', schema);
    await use(store);
    await store.close();
  }));

describeIfService('PostgreSQL')('in PostgreSQL', () => {
  const temp = useTempStore();
  const database = useDatabase();
  define(async (schema, use) => {
    const store = await createPostgresStore(database.url, schema);
    await use(store);
    await store.close();
  });

  test('when a store is copied to it, then it has every object, and assigns greater ids', async () => {
    const table = tableOf(TABLES[1][1]);
    const schema = schemaWith(table);
    const byId = new Map(fc.sample(objectsOf(table), 100).map((one) => [`${one.id}`, one]));
    const objects = [...byId.values()];
    const source = createSqliteStore(temp.file, schema);
    await source.rows.put(objects);
    await source.pets.insert({ name: 'Hambone', categoryId: 1 });
    await source.close();
    await transferStore(temp.file, database.url, schema, noop);
    const target = await createPostgresStore(database.url, schema);
    expect((await target.rows.list(ALL)).items.text).toBe(textOf(objects));
    expect((await target.pets.insert({ name: 'Emily', categoryId: 1 })).id).toBe(2);
    await target.close();
  });
});

function noop(): void {}

// JSON text that the databases write: byte for byte what JSON.stringify writes, and exact for integers of 64 bits.
import Database from 'better-sqlite3';
import fc from 'fast-check';
import pg from 'pg';
import { parseJson, toJsonText } from '../../../src/lib/json.js';
import { type ColumnType, encode, quote, SQL_TYPES } from '../../../src/storage/columns.js';
import { createRowJson } from '../../../src/storage/row-json.js';
import { type Table, toTable } from '../../../src/storage/table.js';
import { describeIfService, POSTGRES_URL } from '../../support/describe-if-service.js';

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

function tableOf(types: Readonly<Record<string, ColumnType>>): Table {
  return toTable('row_json', { schema: 'Row', ids: 'client', columns: types, filters: [] });
}

/** Objects of the table, some without the properties that may be absent or null. */
function objectsOf({ columns }: Table): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const properties = columns.map(({ property, kind, null: nothing }) => {
    const value = VALUES[kind] ?? fc.constant(0);
    const nil = nothing === 'absent' ? undefined : null;
    return [property, nothing === undefined ? value : fc.option(value, { nil })] as const;
  });
  return fc.record(Object.fromEntries(properties));
}

/** Inserts an object, and reads its JSON text. */
type RoundTrip = (object: Readonly<Record<string, unknown>>) => Promise<string | undefined>;

function define(useTable: (table: Table) => Promise<RoundTrip>): void {
  test.each([
    ['without numbers', COLUMNS],
    ['with numbers', { ...COLUMNS, weight: 'number?', size: 'number | null' } as const],
  ])('a table %s', async (_, types) => {
    const table = tableOf(types);
    const roundTrip = await useTable(table);
    await fc.assert(
      fc.asyncProperty(objectsOf(table), async (object) => {
        const read = await roundTrip(object);
        expect(read).toBe(toJsonText(object));
        expect(toJsonText(parseJson(read ?? ''))).toBe(read);
      }),
      { numRuns: 300 },
    );
  });
}

const definitions = (table: Table, dialect: 'sqlite' | 'postgres') =>
  table.columns.map(({ name, kind }) => `${quote(name)} ${SQL_TYPES[dialect][kind]}`).join(', ');
const encoded = ({ columns }: Table, object: Readonly<Record<string, unknown>>) =>
  columns.map((column) => encode(column, object[column.property]));

describe('in SQLite', () => {
  const database = new Database(':memory:');
  afterAll(() => database.close());
  define(async (table) => {
    const { select, toText } = createRowJson(table, 'sqlite');
    const name = quote(table.name);
    database.exec(
      `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (${definitions(table, 'sqlite')})`,
    );
    const insert = database.prepare<unknown[]>(
      `INSERT INTO ${name} VALUES (${table.columns.map(() => '?').join(', ')})`,
    );
    const read = database.prepare<[], string>(`SELECT ${select} FROM ${name}`).pluck();
    const clear = database.prepare(`DELETE FROM ${name}`);
    return async (object) => {
      clear.run();
      insert.run(...encoded(table, object));
      const text = read.get();
      return text === undefined ? undefined : toText(text);
    };
  });
});

describeIfService('PostgreSQL')('in PostgreSQL', () => {
  const client = new pg.Client(POSTGRES_URL);
  beforeAll(() => client.connect());
  afterAll(() => client.end());
  define(async (table) => {
    const { select, toText } = createRowJson(table, 'postgres');
    const name = quote(table.name);
    await client.query(
      `DROP TABLE IF EXISTS ${name}; CREATE TEMPORARY TABLE ${name} (${definitions(table, 'postgres')})`,
    );
    const values = table.columns.map((_, index) => `$${index + 1}`).join(', ');
    return async (object) => {
      await client.query(`DELETE FROM ${name}`);
      await client.query(`INSERT INTO ${name} VALUES (${values})`, encoded(table, object));
      const { rows } = await client.query<{ json: string }>(
        `SELECT ${select} AS json FROM ${name}`,
      );
      return rows[0] && toText(rows[0].json);
    };
  });
});

// Resource store in PostgreSQL: the statements of one table of tables.ts. Calls of one tick share a statement.
import type { Int64 } from '@animal-store/core';
import { Json } from '../../lib/json.js';
import { memoize } from '../../lib/memoize.js';
import {
  type Column,
  encode,
  encodeAll,
  type Item,
  insertInto,
  listOf,
  quote,
  type StoredRow,
  setExcluded,
  toItem,
  type Values,
} from '../columns.js';
import { toConstraintError } from '../constraints.js';
import { createRowJson, toPage } from '../row-json.js';
import type { Sql } from '../sql.js';
import type { Page } from '../stores/resource-store.js';
import {
  type AnyResource,
  firstIdOf,
  hasParameter,
  type ListRequest,
  parameterOf,
  type Selection,
  statementKeyOf,
  type Table,
} from '../table.js';
import { createFallbackBatcher } from './fallback-batcher.js';
import { violatedConstraint } from './pool/postgres-errors.js';
import { toPageStatement } from './postgres-page-statement.js';
import { unnest } from './postgres-sql.js';

/** A page without items. */
const EMPTY: Page<Item> = toPage([], 0);

/** The statements of a table, which each connection prepares once. */
type Statements = ReturnType<typeof toStatements>;

/** @param alone Runs each statement in a transaction of its own. @returns the store in a transaction, or outside of one. */
export function createResource(table: Table, alone: Sql): (transaction?: Sql) => AnyResource {
  const statements = toStatements(table);
  return (transaction = alone) => createResourceStore(transaction, table, statements);
}

function toStatements(table: Table) {
  const { columns, inserted, updated, select } = table;
  const name = quote(table.name);
  const json = createRowJson(table, 'postgres');
  const isAssigned = table.ids === 'database';
  /** @param first The number of the first parameter with an expected value. */
  const isExpected = (expected: readonly Column[], first: number) =>
    `id = $1${expected.map((column, index) => ` AND ${quote(column.name)} IS NOT DISTINCT FROM $${first + index}`).join('')}`;
  return {
    insert: `${insertInto(table.name, inserted)} RETURNING id`,
    /** The order of rows that an INSERT returns is not guaranteed, so each row carries its position. */
    insertMany: `WITH input AS (
         SELECT ${isAssigned ? `nextval(pg_get_serial_sequence('${name}', 'id')) AS id, ` : ''}${listOf(inserted)}, "#position"
         FROM ${unnest(inserted)} WITH ORDINALITY AS item (${listOf(inserted)}, "#position")),
       added AS (INSERT INTO ${name} (${select}) SELECT ${select} FROM input)
       SELECT id FROM input ORDER BY "#position"`,
    json,
    get: `SELECT ${json.select} AS json FROM ${name} WHERE id = $1`,
    update: memoize(
      (expected: readonly Column[]) =>
        `UPDATE ${name} SET ${updated.map(({ name: column }, index) => `${quote(column)} = CASE WHEN $${2 * index + 2}::boolean THEN $${2 * index + 3} ELSE ${quote(column)} END`).join(', ')}
         WHERE ${isExpected(expected, 2 * updated.length + 2)} RETURNING ${select}`,
      listOf,
    ),
    remove: memoize(
      (expected: readonly Column[]) =>
        `DELETE FROM ${name} WHERE ${isExpected(expected, 2)} RETURNING id`,
      listOf,
    ),
    put: `INSERT INTO ${name} (${select}) SELECT * FROM ${unnest(columns)}
       ON CONFLICT (id) DO UPDATE SET ${setExcluded(updated)}`,
    /** Its text is the same one at each call, by which it is known to be prepared. */
    list: memoize(
      (selections: readonly Selection[]) => toPageStatement(name, json.select, selections),
      statementKeyOf,
    ),
  };
}

function createResourceStore(database: Sql, table: Table, statements: Statements): AnyResource {
  const { columns, inserted } = table;
  const { toText } = statements.json;

  async function write<Row = StoredRow>(
    text: string,
    values: readonly unknown[],
    isRemoval = false,
  ): Promise<Row[]> {
    try {
      return await database.write<Row>(text, values, table.isConstrained);
    } catch (error) {
      throw toConstraintError(table, violatedConstraint(error), isRemoval, error);
    }
  }

  /** Insertions of one tick share a commit. One alone is a quarter cheaper than insertMany. */
  const insertions = createFallbackBatcher<Values, Item>(insertOne, async (items) => {
    const values = toArrays(inserted, items);
    const rows = await write<{ id: Int64 }>(statements.insertMany, values);
    return items.map((item, index) => table.toStored(assignedIdOf(rows[index]), item));
  });

  async function insertOne(values: Values): Promise<Item> {
    const [row] = await write<{ id: Int64 }>(statements.insert, encodeAll(inserted, values));
    return table.toStored(assignedIdOf(row), values);
  }

  /** Pages of one tick share a statement, and equal requests a page. */
  const pages = createFallbackBatcher<ListRequest, Page<Item>>(readPage, async (requests) => {
    const distinct = new Map(requests.map((request) => [table.cacheKeyOf(request), request]));
    const read = await readPages([...distinct.values()]);
    const found = new Map([...distinct.keys()].map((key, index) => [key, read[index]]));
    return requests.map((request) => found.get(table.cacheKeyOf(request)) ?? EMPTY);
  });

  async function readPage(request: ListRequest): Promise<Page<Item>> {
    const [page = EMPTY] = await readPages([request]);
    return page;
  }

  /** @param requests At least one, all with the same filters. */
  async function readPages(requests: readonly ListRequest[]): Promise<Page<Item>[]> {
    const selected = requests.map(table.selectionsOf);
    const [selections = []] = selected;
    const sent = selected.map((all) => all.filter(hasParameter).map(parameterOf));
    const rows = await database.read<{ page: string | null }>(statements.list(selections), [
      requests.map((request) => firstIdOf(request)),
      requests.map(({ limit }) => limit + 1),
      ...selections.filter(hasParameter).map((_, index) => sent.map((values) => values[index])),
    ]);
    return requests.map(({ limit }, index) =>
      toPage(rows[index]?.page?.split('\n').map(toText) ?? [], limit),
    );
  }

  return {
    insert: (values) => insertions.add('', values),
    async get(id) {
      const [row] = await database.read<{ json: string }>(statements.get, [id]);
      return row && new Json(toText(row.json));
    },
    list: (request) => pages.add(statementKeyOf(table.selectionsOf(request)), request),
    async update(id, changes, expected) {
      const compared = table.compare(expected);
      const values = [id, ...table.encodeChanges(changes).flat(), ...compared.values];
      const [row] = await write(statements.update(compared.columns), values);
      return row && toItem(columns, row);
    },
    async remove(id, expected) {
      const { columns: compared, values } = table.compare(expected);
      return (await write(statements.remove(compared), [id, ...values], true)).length > 0;
    },
    async put(items) {
      // One statement may change a row only once. Of several objects with the same id, the last one counts.
      const last = [...new Map(items.map((item) => [String(item.id), item])).values()];
      await write(statements.put, toArrays(columns, last));
    },
  };
}

/** An array for each column, as `unnest` takes them. */
function toArrays(columns: readonly Column[], items: readonly Values[]): unknown[][] {
  return columns.map((column) => items.map((item) => encode(column, item[column.property])));
}

function assignedIdOf(row: { id: Int64 } | undefined): Int64 {
  if (row === undefined) throw new Error('PostgreSQL returned no id');
  return row.id;
}

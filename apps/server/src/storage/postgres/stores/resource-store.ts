// Resource store in PostgreSQL: the statements of one table of tables.ts. Calls of one tick share a statement.
import type { Int64 } from '@animal-store/contract';
import { Batcher } from '../../../lib/batcher.js';
import { StorageUnavailableError } from '../../../model.js';
import { type Column, encode, type Item, SQL_TYPES, toItem } from '../../columns.js';
import { freezePage, toPage } from '../../page.js';
import type { Page, PageRequest } from '../../resource-store.js';
import {
  type AnyResource,
  cacheKeyOf,
  encodeAll,
  encodeChanges,
  filtersOf,
  firstIdOf,
  listOf,
  quote,
  type Table,
  toStored,
  type Values,
} from '../../table.js';
import type { Queries } from '../database.js';
import type { Statement } from '../pipelined-pool.js';

type Row = Readonly<Record<string, unknown>>;
type ListRequest = PageRequest & Values;

/** The statements of a table, which each connection prepares under their names. */
export type Statements = ReturnType<typeof toStatements>;

export function toStatements(table: Table) {
  const { columns, inserted, updated, select } = table;
  const name = quote(table.name);
  const isAssigned = table.ids === 'database';
  const arraysOf = (list: readonly Column[]) =>
    list.map(({ kind }, index) => `$${index + 1}::${SQL_TYPES.postgres[kind]}[]`).join(', ');
  const named = (verb: string, text: string): Statement => ({
    name: `${verb} ${table.name}`,
    text,
  });
  return {
    insert: named(
      'insert',
      `INSERT INTO ${name} (${listOf(inserted)})
       VALUES (${inserted.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
    ),
    /** The order of rows that an INSERT returns is not guaranteed, so each row carries its position. */
    insertMany: named(
      'insert many',
      `WITH input AS (
         SELECT ${isAssigned ? `nextval(pg_get_serial_sequence('${name}', 'id')) AS id, ` : ''}${listOf(inserted)}, "#position"
         FROM unnest(${arraysOf(inserted)}) WITH ORDINALITY AS item (${listOf(inserted)}, "#position")),
       added AS (INSERT INTO ${name} (${select}) SELECT ${select} FROM input)
       SELECT id FROM input ORDER BY "#position"`,
    ),
    get: named('get', `SELECT ${select} FROM ${name} WHERE id = $1`),
    update: named(
      'update',
      `UPDATE ${name} SET ${updated.map(({ name: column }, index) => `${quote(column)} = CASE WHEN $${2 * index + 2}::boolean THEN $${2 * index + 3} ELSE ${quote(column)} END`).join(', ')}
       WHERE id = $1 RETURNING ${select}`,
    ),
    remove: named('remove', `DELETE FROM ${name} WHERE id = $1 RETURNING id`),
    put: named(
      'put',
      `INSERT INTO ${name} (${select}) SELECT * FROM unnest(${arraysOf(columns)})
       ON CONFLICT (id) DO UPDATE SET ${updated.map((column) => `${quote(column.name)} = excluded.${quote(column.name)}`).join(', ')}`,
    ),
    /**
     * A range scan of the index of the first filter. For `status = $1`, PostgreSQL prefers to scan the table in order of
     * id and to skip rows with another status. If a status is rare, these are nearly all.
     */
    list(filters: readonly Column[]): Statement {
      const [first, ...others] = filters.map((column) => quote(column.name));
      const from = `$${filters.length + 1}`;
      const conditions = others.map((column, index) => ` AND ${column} = $${index + 2}`).join('');
      const [range, order] =
        first === undefined
          ? [`id >= ${from}`, 'id']
          : [`(${first}, id) >= ($1, ${from}) AND ${first} <= $1`, `${first}, id`];
      return named(
        `list by ${listOf(filters)}`,
        `SELECT ${select} FROM ${name} WHERE ${range}${conditions} ORDER BY ${order} LIMIT $${filters.length + 2}`,
      );
    },
  };
}

export function createResourceStore(
  database: Queries,
  table: Table,
  statements: Statements,
): AnyResource {
  const { columns, inserted } = table;

  /**
   * Insertions of one tick share a commit. If the batch fails, each object is inserted alone, so only bad ones fail.
   */
  const insertions = new Batcher<Values, Item>(async (items) => {
    if (items.length === 1) return [await insertOne(items[0])]; // a quarter cheaper than insertMany
    try {
      const rows = await database.write<{ id: Int64 }>(
        statements.insertMany,
        toArrays(inserted, items),
      );
      return items.map((values, index) => toStored(table, idOf(rows[index]), values));
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw error;
      return items.map(insertOne);
    }
  });

  async function insertOne(values: Values): Promise<Item> {
    const [row] = await database.write<{ id: Int64 }>(
      statements.insert,
      encodeAll(inserted, values),
    );
    return toStored(table, idOf(row), values);
  }

  const pages = new Batcher<ListRequest, Page<Item>>(async (requests) => {
    const [request] = requests;
    const page = freezePage(
      toPage(await readRows(request), request.limit, (row) => toItem(columns, row)),
    );
    return requests.map(() => page);
  });

  async function readRows(request: ListRequest): Promise<Row[]> {
    const firstId = firstIdOf(request);
    if (firstId === undefined) return [];
    const filters = filtersOf(table, request);
    const values = filters.map((column) => encode(column, request[column.property]));
    return database.read(statements.list(filters), [...values, firstId, request.limit + 1]);
  }

  return {
    insert: (values) => insertions.add('', values),
    async get(id) {
      const [row] = await database.read<Row>(statements.get, [id]);
      return row && toItem(columns, row);
    },
    list: (request) => pages.add(cacheKeyOf(table, request), request),
    async update(id, changes) {
      const values = encodeChanges(table, changes).flat();
      const [row] = await database.write<Row>(statements.update, [id, ...values]);
      return row && toItem(columns, row);
    },
    async remove(id) {
      return (await database.write(statements.remove, [id])).length > 0;
    },
    async put(items) {
      // One statement may change a row only once. Of several objects with the same id, the last one counts.
      const last = [...new Map(items.map((item) => [String(item.id), item])).values()];
      await database.write(statements.put, toArrays(columns, last));
    },
  };
}

/** An array for each column, as `unnest` takes them. */
function toArrays(columns: readonly Column[], items: readonly Values[]): unknown[][] {
  return columns.map((column) => items.map((item) => encode(column, item[column.property])));
}

function idOf(row: { id: Int64 } | undefined): Int64 {
  if (row === undefined) throw new Error('PostgreSQL returned no id');
  return row.id;
}

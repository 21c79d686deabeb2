// Resource store in SQLite: the statements of one table of tables.ts. Reads are cached, and writes are queued.
import { type Int64, toInt64 } from '@animal-store/core';
import { Json } from '../../lib/json.js';
import { LruCache } from '../../lib/lru-cache.js';
import { memoize } from '../../lib/memoize.js';
import {
  type Column,
  encodeAll,
  type Item,
  listOf,
  quote,
  type StoredRow,
  setExcluded,
  toItem,
  type Values,
} from '../columns.js';
import { toConstraintError } from '../constraints.js';
import { createRowJson, idOf, toPage } from '../row-json.js';
import type { Page } from '../stores/resource-store.js';
import {
  type AnyResource,
  conditionOf,
  firstIdOf,
  hasParameter,
  type ListRequest,
  parameterOf,
  type Selection,
  statementKeyOf,
  type Table,
} from '../table.js';
import type { Connection, OpenTransaction } from './sqlite-connection.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { violatedConstraint } from './sqlite-errors.js';

/** Of the cached pages of a table; twice as many at most. A page of 20 rows takes about 2,000. */
const MAX_CACHED_BYTES = 4 * 2 ** 20;
/** Of those without a next page. */
const MAX_CACHED_LAST_BYTES = 2 ** 18;
/** Of a page's objects in the cache, and of its link. */
const BYTES_PER_PAGE = 500;
/** Of requests whose page is cached when they come again. */
const MAX_SEEN_REQUESTS = 2_048;

/**
 * Pages are cached in two caches. The database assigns ascending ids, so an insertion changes only pages without a next page:
 * all others stay as they are until an object is changed or removed.
 */
export function createResource(
  connection: Connection,
  table: Table,
): (transaction?: OpenTransaction) => AnyResource {
  const { caches } = connection;
  const statements = prepareStatements(connection.database, table);
  const changed = new Set([table.name]);
  const appended = new Set([`${table.name} appended`]);
  const inserted = table.ids === 'database' ? appended : changed;
  const fullPages = caches.add(changed, new LruCache<Page<Item>>(MAX_CACHED_BYTES, bytesOf));
  const lastPages = caches.add(
    [...changed, ...appended],
    new LruCache<Page<Item>>(MAX_CACHED_LAST_BYTES, bytesOf),
  );
  const seen = new LruCache<true>(MAX_SEEN_REQUESTS);
  const list = (request: ListRequest) => {
    const key = table.cacheKeyOf(request);
    const cached = fullPages.get(key) ?? lastPages.get(key);
    if (cached !== undefined) return cached;
    const page = statements.list(request);
    // To cache a page that is read once takes more time and memory than it saves.
    if (seen.get(key)) (page.nextAfter === undefined ? lastPages : fullPages).set(key, page);
    else seen.set(key, true);
    return page;
  };
  return (transaction) => {
    const read = <T>(work: () => T) => {
      transaction?.assertOpen();
      return transaction ? work() : connection.read(work);
    };
    const write = async <T>(
      topics: ReadonlySet<string>,
      work: () => T,
      isRemoval = false,
    ): Promise<T> => {
      try {
        if (transaction === undefined) return await connection.write(topics, work);
        transaction.assertOpen();
        for (const topic of topics) transaction.topics.add(topic);
        return work();
      } catch (error) {
        throw toConstraintError(table, violatedConstraint(error), isRemoval, error);
      }
    };
    return {
      insert: (values) => write(inserted, () => statements.insert(values)),
      get: async (id) => read(() => statements.get(id)),
      list: async (request) => read(() => (transaction ? statements.list(request) : list(request))),
      update: (id, changes, expected) =>
        write(changed, () => statements.update(id, changes, expected)),
      remove: (id, expected) => write(changed, () => statements.remove(id, expected), true),
      put: (values) => write(changed, () => statements.put(values)),
    };
  };
}

/** Of text in ASCII. Other text takes twice as many. */
function bytesOf({ items }: Page<Item>, name: string): number {
  return BYTES_PER_PAGE + name.length + items.text.length;
}

/** The operations of a table, executed at once. */
function prepareStatements(database: SqliteDatabase, table: Table) {
  const { columns, inserted, updated, select } = table;
  const name = quote(table.name);
  const insertSql = `INSERT INTO ${name} (${listOf(inserted)}) VALUES (${inserted.map(() => '?').join(', ')})`;
  const insert = database.prepare<unknown[]>(insertSql);
  const put = database.prepare<unknown[]>(
    `${insertSql} ON CONFLICT (id) DO UPDATE SET ${setExcluded(updated)}`,
  );
  const json = createRowJson(table, 'sqlite');
  const byId = database
    .prepare<[Int64], string>(`SELECT ${json.select} FROM ${name} WHERE id = ?`)
    .pluck();
  const isExpected = (columns: readonly Column[]) =>
    `id = ?${columns.map((column) => ` AND ${quote(column.name)} IS ?`).join('')}`;
  const update = memoize(
    (expected: readonly Column[]) =>
      database.prepare<unknown[], StoredRow>(`UPDATE ${name} SET
        ${updated.map((column) => `${quote(column.name)} = iif(?, ?, ${quote(column.name)})`).join(', ')}
        WHERE ${isExpected(expected)} RETURNING ${select}`),
    listOf,
  );
  const remove = memoize(
    (expected: readonly Column[]) =>
      database.prepare<unknown[]>(`DELETE FROM ${name} WHERE ${isExpected(expected)}`),
    listOf,
  );
  /**
   * SQLite looks at the value of a bare `LIMIT ?`, and prepares the statement again for each binding. It uses no index for a
   * column with a `+`: the rows are those of the index of the first selection, and a range is sorted by id.
   */
  const listBy = memoize((selections: readonly Selection[]) => {
    const [lead] = selections;
    const conditions = selections
      .map((selection) => {
        const sign = selection.column === lead?.column ? '' : '+';
        const sent = selection.match === 'oneOf' ? '(SELECT value FROM json_each(?))' : '?';
        return `${sign}${conditionOf(selection, sent)} AND `;
      })
      .join('');
    const isOrdered = lead === undefined || lead.match === 'equals' || lead.match === 'isNull';
    const page = (columns: string, id: string) =>
      `SELECT ${columns} FROM ${name} WHERE ${conditions}${id} >= ? ORDER BY ${id} LIMIT ? + 0`;
    const sql = isOrdered
      ? page(json.select, 'id')
      : `SELECT ${json.select} FROM ${name} WHERE id IN (${page('id', '+id')}) ORDER BY id`;
    return database.prepare<unknown[], string>(sql).pluck();
  }, statementKeyOf);

  return {
    insert(values: Values): Item {
      const { lastInsertRowid } = insert.run(...encodeAll(inserted, values));
      return table.toStored(toInt64(BigInt(lastInsertRowid)), values);
    },
    get(id: Int64): Json<Item> | undefined {
      const row = byId.get(id);
      return row === undefined ? undefined : new Json(json.toText(row));
    },
    list(request: ListRequest): Page<Item> {
      const firstId = firstIdOf(request);
      if (firstId === undefined) return toPage([], request.limit);
      const read = (selections: readonly Selection[]) =>
        listBy(selections).all(
          ...selections.filter(hasParameter).map(parameterOf),
          firstId,
          request.limit + 1,
        );
      const [lead, ...others] = table.selectionsOf(request);
      const rows =
        lead?.match === 'oneOf' && Array.isArray(lead.value)
          ? [...new Set(lead.value)]
              .flatMap((value) => read([{ ...lead, match: 'equals', value }, ...others]))
              .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
          : read(lead === undefined ? [] : [lead, ...others]);
      return toPage(rows.map(json.toText), request.limit);
    },
    update(id: Int64, changes: Values, expected?: Values): Item | undefined {
      const values = table.encodeChanges(changes).flatMap(([isSet, value]) => [+isSet, value]);
      const compared = table.compare(expected);
      const row = update(compared.columns).get(...values, id, ...compared.values);
      return row && toItem(columns, row);
    },
    remove(id: Int64, expected?: Values): boolean {
      const compared = table.compare(expected);
      return remove(compared.columns).run(id, ...compared.values).changes > 0;
    },
    put: database.transaction((items: readonly Item[]) => {
      for (const item of items) put.run(...encodeAll(columns, item));
    }),
  };
}

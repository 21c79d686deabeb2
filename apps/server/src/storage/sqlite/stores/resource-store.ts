// Resource store in SQLite: the statements of one table of tables.ts. Reads are cached, and writes are queued.
import { type Int64, toInt64 } from '@animal-store/contract';
import { type Column, encode, type Item, toItem } from '../../columns.js';
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
import type { Connection } from '../connection.js';
import type { SqliteDatabase } from '../open-database.js';

const MAX_CACHED_PAGES = 256;
const MAX_CACHED_ITEMS = 4_096;

type Row = Readonly<Record<string, unknown>>;
type ListRequest = PageRequest & Values;

/** The operations of a table, executed at once. */
interface Statements {
  insert(values: Values): Item;
  get(id: Int64): Item | undefined;
  list(request: ListRequest): Page<Item>;
  update(id: Int64, changes: Values): Item | undefined;
  remove(id: Int64): boolean;
  put(items: readonly Item[]): void;
}

export interface SqliteResource {
  store: AnyResource;
  /** Reads and writes inside the open transaction. @param written Receives the table if it is written to. */
  inTransaction(written: Set<string>): AnyResource;
}

export function createResource(connection: Connection, table: Table): SqliteResource {
  const { read, write, caches } = connection;
  const statements = prepareStatements(connection.database, table);
  const written = new Set([table.name]);
  const pages = caches.create<Page<Item>>(`${table.name}_pages`, written, MAX_CACHED_PAGES);
  const items = caches.create<Item | undefined>(table.name, written, MAX_CACHED_ITEMS);
  return {
    store: {
      insert: (values) => write(written, () => statements.insert(values)),
      get: async (id) => read(() => items.get(String(id), () => statements.get(id))),
      list: async (request) =>
        read(() => pages.get(cacheKeyOf(table, request), () => statements.list(request))),
      update: (id, changes) => write(written, () => statements.update(id, changes)),
      remove: (id) => write(written, () => statements.remove(id)),
      put: (values) => write(written, () => statements.put(values)),
    },
    inTransaction(tables) {
      const write = <T>(work: () => T): T => {
        tables.add(table.name);
        return work();
      };
      return {
        insert: async (values) => write(() => statements.insert(values)),
        get: async (id) => statements.get(id),
        list: async (request) => statements.list(request),
        update: async (id, changes) => write(() => statements.update(id, changes)),
        remove: async (id) => write(() => statements.remove(id)),
        put: async (values) => write(() => statements.put(values)),
      };
    },
  };
}

function prepareStatements(database: SqliteDatabase, table: Table): Statements {
  const { columns, inserted, updated, select } = table;
  const name = quote(table.name);
  const insertSql = `INSERT INTO ${name} (${listOf(inserted)}) VALUES (${inserted.map(() => '?').join(', ')})`;
  const insert = database.prepare<unknown[]>(insertSql);
  const put = database.prepare<unknown[]>(`${insertSql} ON CONFLICT (id) DO UPDATE SET
    ${updated.map((column) => `${quote(column.name)} = excluded.${quote(column.name)}`).join(', ')}`);
  const byId = database.prepare<[Int64], Row>(`SELECT ${select} FROM ${name} WHERE id = ?`);
  const update = database.prepare<unknown[], Row>(`UPDATE ${name} SET
    ${updated.map((column) => `${quote(column.name)} = iif(?, ?, ${quote(column.name)})`).join(', ')}
    WHERE id = ? RETURNING ${select}`);
  const remove = database.prepare<[Int64]>(`DELETE FROM ${name} WHERE id = ?`);
  const lists = new Map<string, ReturnType<typeof prepareList>>();

  const prepareList = (filters: readonly Column[]) => {
    const conditions = filters.map((filter) => `${quote(filter.name)} = ? AND `).join('');
    return database.prepare<unknown[], Row>(
      `SELECT ${select} FROM ${name} WHERE ${conditions}id >= ? ORDER BY id LIMIT ?`,
    );
  };
  const listBy = (filters: readonly Column[]) => {
    const key = listOf(filters);
    const statement = lists.get(key) ?? prepareList(filters);
    lists.set(key, statement);
    return statement;
  };
  const toFrozen = (row: Row) => Object.freeze(toItem(columns, row));

  return {
    insert(values) {
      const { lastInsertRowid } = insert.run(...encodeAll(inserted, values));
      return toStored(table, toInt64(BigInt(lastInsertRowid)), values);
    },
    get(id) {
      const row = byId.get(id);
      return row && toFrozen(row);
    },
    list(request) {
      const firstId = firstIdOf(request);
      const filters = filtersOf(table, request);
      const values = filters.map((column) => encode(column, request[column.property]));
      const rows =
        firstId === undefined ? [] : listBy(filters).all(...values, firstId, request.limit + 1);
      return freezePage(toPage(rows, request.limit, (row) => toItem(columns, row)));
    },
    update(id, changes) {
      const values = encodeChanges(table, changes).flatMap(([isSet, value]) => [+isSet, value]);
      const row = update.get(...values, id);
      return row && toItem(columns, row);
    },
    remove: (id) => remove.run(id).changes > 0,
    put: database.transaction((items: readonly Item[]) => {
      for (const item of items) put.run(...encodeAll(columns, item));
    }),
  };
}

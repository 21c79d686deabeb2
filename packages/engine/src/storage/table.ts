// Table at run time: its columns, and the parts of SQL statements that both databases share.
import { type Int64, toInt64 } from '@animal-store/core';
import {
  type Column,
  type ColumnDefinitions,
  encode,
  type Item,
  listOf,
  toColumns,
  type Values,
} from './columns.js';
import type { PageRequest, ResourceStore } from './stores/resource-store.js';

export type Table = ReturnType<typeof toTable>;

export interface TableDefinition {
  /** The name of the stored object's schema in openapi.yaml. */
  schema: string;
  /** Who assigns the ids. The database never assigns an id twice. */
  ids: 'database' | 'client';
  /** A column for each property of the schema. */
  columns: ColumnDefinitions;
  /** Properties whose values a listing may be limited to. They need an index on (property, id). */
  filters: readonly string[];
  /** Whether PostgreSQL's connections for reads and for writes are separate, so that neither waits for the other. */
  isBusy?: true;
}

export function toTable(name: string, definition: TableDefinition) {
  const { schema, ids, columns: types, filters: filtered, isBusy = false } = definition;
  const columns = toColumns(types);
  const names = new Set(columns.map((column) => column.name));
  if (names.size < columns.length) throw new Error(`two columns of ${name} have the same name`);
  const [id, ...updated] = columns;
  if (id?.name !== 'id') throw new Error(`the first column of ${name} must be id`); // pages rely on it
  const filters = columns.filter(({ property }) => filtered.includes(property));
  return {
    name,
    schema,
    ids,
    columns,
    key: [id],
    /** The columns that an INSERT sets. */
    inserted: ids === 'database' ? updated : columns,
    /** The columns that an UPDATE may set. */
    updated,
    /** The properties by which a listing may be filtered. */
    filters,
    filtered: filters,
    /** Whether the database may refuse a value. */
    isConstrained: ids === 'client' || columns.some((one) => one.references || one.isUnique),
    isBusy,
    /** The quoted names of all columns. */
    select: listOf(columns),
    /** The stored object, equal to what a later read returns, so that a client sees the same bytes. */
    toStored(id: Int64, values: Values): Item {
      const item: Record<string, unknown> & { id: Int64 } = { id };
      for (const { property } of columns) {
        const value = property === 'id' ? id : values[property];
        if (value !== undefined)
          item[property] = typeof value === 'bigint' ? toInt64(value) : value;
      }
      return item;
    },
    /** For each column that an UPDATE may set: whether it sets it, and the value. */
    encodeChanges: (changes: Values): [boolean, unknown][] =>
      updated.map((column) => [
        Object.hasOwn(changes, column.property),
        encode(column, changes[column.property]),
      ]),
    /** The columns whose values a change expects. */
    expectedBy: (expected: Values = {}): Column[] =>
      updated.filter(({ property }) => Object.hasOwn(expected, property)),
    /** The columns by which a request filters. */
    filtersOf: (request: Values): Column[] =>
      filters.filter(({ property }) => request[property] !== undefined),
    /** Distinct for requests with different results. */
    cacheKeyOf(request: ListRequest): string {
      let key = `${request.after} ${request.limit}`;
      for (const { property } of filters) {
        const value = request[property];
        key += ` ${typeof value === 'string' ? JSON.stringify(value) : value}`;
      }
      return key;
    },
  };
}

/** A page, and values of filters. */
export type ListRequest = PageRequest & Values;

/** A resource store whose properties the mapped types of table-types.ts name. */
export type AnyResource = ResourceStore<Item, string>;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** The least id that a page may contain; undefined if no id is that great. */
export function firstIdOf({ after }: PageRequest): bigint | undefined {
  if (after === undefined) return MIN_INT64;
  const last = BigInt(after);
  return last === MAX_INT64 ? undefined : last + 1n;
}

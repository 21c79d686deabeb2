// Table at run time: its columns, and the parts of SQL statements that both databases share.
import { type Int64, toInt64 } from '@animal-store/core';
import type { Filter, Listing } from '@animal-store/core/contract-data';
import { stringify } from 'lossless-json';
import {
  type Column,
  type ColumnDefinitions,
  encode,
  encodeAll,
  type Item,
  listOf,
  quote,
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
  /** Whether PostgreSQL's connections for reads and for writes are separate, so that neither waits for the other. */
  isBusy?: true;
}

/** How a request selects rows by a column. */
export interface Selection {
  match: Exclude<Filter['match'], 'absent'> | 'oneOf' | 'isNull' | 'isNotNull';
  column: Column;
  /** As the database stores it; a list of them for `oneOf`. */
  value: unknown;
}

/** The first selection is the one whose index is read. By the first three of these, its rows are in the order of their ids. */
const LEADING: readonly Selection['match'][] = [
  'equals',
  'isNull',
  'oneOf',
  'min',
  'max',
  'isNotNull',
];

/** @param listings Those of its schema and of others: their parameters select rows. */
export function toTable(
  name: string,
  definition: TableDefinition,
  listings: readonly Listing[] = [],
) {
  const { schema, ids, columns: types, isBusy = false } = definition;
  const columns = toColumns(types);
  const names = new Set(columns.map((column) => column.name));
  if (names.size < columns.length) throw new Error(`two columns of ${name} have the same name`);
  const [id, ...updated] = columns;
  if (id?.name !== 'id') throw new Error(`the first column of ${name} must be id`); // pages rely on it
  const own = listings.filter((listing) => listing.schema === schema);
  const byParameter = Object.assign({}, ...own.map((listing) => listing.filters));
  const filters = Object.entries<Filter>(byParameter).flatMap(([parameter, { property, match }]) =>
    columns
      .filter((column) => column.property === property)
      .map((column) => ({ parameter, match, column })),
  );
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
    /** The columns by which a listing selects rows. They need an index on (column, id). */
    filtered: columns.filter((column) => filters.some((filter) => filter.column === column)),
    /** Whether the database may refuse a value. defineSchema adds the tables that others reference. */
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
    /** The columns whose values a change expects, and these. */
    compare(expected: Values = {}) {
      const compared = updated.filter(({ property }) => Object.hasOwn(expected, property));
      return { columns: compared, values: encodeAll(compared, expected) };
    },
    /** How a request selects rows. */
    selectionsOf: (request: Values): Selection[] =>
      filters
        .filter(({ parameter }) => request[parameter] !== undefined)
        .map(({ parameter, match, column }) => toSelection(match, column, request[parameter]))
        .sort((one, other) => LEADING.indexOf(one.match) - LEADING.indexOf(other.match)),
    /** Distinct for requests with different results. */
    cacheKeyOf(request: ListRequest): string {
      let key = `${request.after} ${request.limit}`;
      for (const { parameter } of filters) {
        const value = request[parameter];
        key += ` ${typeof value === 'string' || Array.isArray(value) ? stringify(value) : value}`;
      }
      return key;
    },
  };
}

function toSelection(match: Filter['match'], column: Column, value: unknown): Selection {
  if (match === 'absent')
    return { match: value === true ? 'isNull' : 'isNotNull', column, value: undefined };
  if (Array.isArray(value))
    return { match: 'oneOf', column, value: value.map((one) => encode(column, one)) };
  return { match, column, value: encode(column, value) };
}

/** A selection without one asks whether there is a value. */
export function hasParameter({ value }: Selection): boolean {
  return value !== undefined;
}

/** A list is JSON. */
export function parameterOf({ match, value }: Selection): unknown {
  return match === 'oneOf' ? stringify(value) : value;
}

const OPERATORS: Readonly<Record<Selection['match'], string>> = {
  equals: '=',
  oneOf: 'IN',
  min: '>=',
  max: '<=',
  isNull: 'IS NULL',
  isNotNull: 'IS NOT NULL',
};

/** SQL. @param operand What the parameter is in the statement. */
export function conditionOf(selection: Selection, operand: string): string {
  const test = `${quote(selection.column.name)} ${OPERATORS[selection.match]}`;
  return hasParameter(selection) ? `${test} ${operand}` : test;
}

/** The same for requests that the same statement answers. */
export function statementKeyOf(selections: readonly Selection[]): string {
  return selections.map(({ match, column }) => `${match} ${column.name}`).join();
}

/** A page, and values of filters. */
export type ListRequest = PageRequest & Values;

/** A resource store whose properties the mapped types of table-types.ts name. */
export type AnyResource = ResourceStore<Item, Values>;

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** The least id that a page may contain; undefined if no id is that great. */
export function firstIdOf({ after }: PageRequest): bigint | undefined {
  if (after === undefined) return MIN_INT64;
  const last = BigInt(after);
  return last === MAX_INT64 ? undefined : last + 1n;
}

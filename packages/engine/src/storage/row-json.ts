// Rows as JSON: the SQL expression with which the database writes the JSON text of an object, and pages of such texts. Building
// objects from rows and serializing them takes about twice as long. The text is the one that JSON.stringify writes.
import { type Int64, parseInt64 } from '@animal-store/core';
import { Json, parseJson, toJsonText } from '../lib/json.js';
import { type Column, type Dialect, quote } from './columns.js';
import type { Page } from './stores/resource-store.js';
import type { Table } from './table.js';

export function createRowJson({ columns }: Table, dialect: Dialect) {
  const parts = columns.map((column, index) => toPart(column, index === 0, dialect));
  // The databases write other digits of a double than JavaScript does.
  const isExact = columns.every(({ kind }) => kind !== 'number');
  return {
    /** The expression to select, as SQL. */
    select: `'{' || ${parts.join(' || ')} || '}'`,
    /** The JSON text of a selected value. Its first property is the id. */
    toText: (selected: string) => (isExact ? selected : toJsonText(parseJson(selected))),
  };
}

/** `"name":value` with the comma before it, or nothing if the property is absent. */
function toPart(column: Column, isFirst: boolean, dialect: Dialect): string {
  const name = quote(column.name);
  const label = literal(`${isFirst ? '' : ','}${JSON.stringify(column.property)}:`);
  const value = toValue(column, name, dialect);
  switch (column.null) {
    case 'absent':
      return `CASE WHEN ${name} IS NULL THEN '' ELSE ${label} || ${value} END`;
    case 'null':
      return `${label} || CASE WHEN ${name} IS NULL THEN 'null' ELSE ${value} END`;
    default:
      return `${label} || ${value}`;
  }
}

function toValue({ kind }: Column, name: string, dialect: Dialect): string {
  switch (kind) {
    case 'text':
      return dialect === 'sqlite' ? `json_quote(${name})` : `to_json(${name})::text`;
    case 'boolean':
      return `CASE WHEN ${name} = 1 THEN 'true' ELSE 'false' END`;
    case 'number':
      return dialect === 'sqlite' ? `printf('%!.17g', ${name})` : `${name}::text`;
    default:
      return dialect === 'sqlite' ? name : `${name}::text`; // an integer, or JSON
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * A page of a listing.
 * @param rows The JSON text of each row, whose first property is the id. One more than the page holds: there is a next page.
 */
export function toPage<Item>(rows: readonly string[], limit: number): Page<Item> {
  const hasNext = rows.length > limit;
  const shown = hasNext ? rows.slice(0, limit) : rows;
  return {
    items: new Json(`[${shown.join()}]`),
    nextAfter: hasNext ? idOf(shown.at(-1) ?? '') : undefined,
  };
}

/** Of the JSON text of a row. */
export function idOf(row: string): Int64 {
  const id = parseInt64(/^\{"id":(-?\d+)/.exec(row)?.[1] ?? '');
  if (id === undefined) throw new Error('a row begins without an id');
  return id;
}

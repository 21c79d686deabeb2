// Pages of a listing. A query reads one row more than the page holds, which shows whether there is a next page.
import type { Page } from './resource-store.js';

export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  return { items: rows.slice(0, limit).map(toItem), more: rows.length > limit };
}

/** For a page that several callers share. */
export function freezePage<Item extends object>({ items, more }: Page<Item>): Page<Item> {
  for (const item of items) Object.freeze(item);
  return Object.freeze({ items: Object.freeze(items), more });
}

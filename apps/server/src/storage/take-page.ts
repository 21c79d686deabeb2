// Owns the cutting of a page: a query asks for one row more than the page holds, to learn whether another follows.
import type { Page } from './store.js';

export function takePage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  return { items: rows.slice(0, limit).map(toItem), more: rows.length > limit };
}

/** For a page that many get. */
export function freezePage<Item extends object>({ items, more }: Page<Item>): Page<Item> {
  for (const item of items) Object.freeze(item);
  return Object.freeze({ items: Object.freeze(items), more });
}

// Owns the cutting of a page: a query asks for one row more than the page holds, to learn whether another follows.
import type { Page } from '../store.js';

export function takePage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const items = rows.slice(0, limit).map((row) => Object.freeze(toItem(row)));
  return Object.freeze({ items: Object.freeze(items), more: rows.length > limit });
}

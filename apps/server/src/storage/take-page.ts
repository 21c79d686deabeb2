// Owns the cutting of a page: a query asks for one row more than the page holds, to learn whether another follows.
import type { Page } from './store.js';

export function takePage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  return { items: rows.slice(0, limit).map(toItem), more: rows.length > limit };
}

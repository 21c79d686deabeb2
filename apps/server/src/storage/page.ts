// Pages of a listing. A query reads one row more than the page holds, which shows whether there is a next page.
import { type Int64, parseInt64 } from '@animal-store/contract';
import { Json } from '../lib/json.js';
import type { Page } from './resource-store.js';

/** @param rows The JSON text of each row, whose first property is the id. */
export function toPage<Item>(rows: readonly string[], limit: number): Page<Item> {
  const hasNext = rows.length > limit;
  const shown = hasNext ? rows.slice(0, limit) : rows;
  return {
    items: new Json(`[${shown.join()}]`),
    nextAfter: hasNext ? idOf(shown.at(-1) ?? '') : undefined,
  };
}

function idOf(row: string): Int64 {
  const id = parseInt64(/^\{"id":(-?\d+)/.exec(row)?.[1] ?? '');
  if (id === undefined) throw new Error('a row begins without an id');
  return id;
}

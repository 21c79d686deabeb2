// Cursor pagination. Cursors are opaque, and bound by a checksum to the listing and the filter that they were issued for.
import { crc32 } from 'node:zlib';
import type { Int64 } from '@animal-store/core';
import { createCursor, listingUrl, pageLinks, readCursor } from '@animal-store/core/http';
import type { Services } from './handler.js';
import type { Json } from './lib/json.js';
import type { Page, PageRequest } from './storage/stores/resource-store.js';

type Filter = Readonly<Record<string, unknown>>;

/** The Link header of a page that storage returns many times, nearly always to the same operation. */
const links = new WeakMap<Page<unknown>, string>();

/**
 * Reads one page of the listing that the operation returns. The Link header leads to the first page and to the next one.
 * @param filter The parameters that select the items, by name.
 * @throws ApiError 400 for a cursor that was not issued for this listing and filter.
 */
export async function readPage<Item extends { id: Int64 }>(
  services: Services,
  filter: Filter,
  { limit, cursor }: { limit: number; cursor?: string },
  load: (request: PageRequest) => Promise<Page<Item>>,
): Promise<{ body: Json<readonly Item[]>; headers: { Link: string } }> {
  const { operation } = services;
  let listing: string | undefined;
  let after: Int64 | undefined;
  if (cursor !== undefined) {
    listing = listingUrl(operation, filter);
    after = readCursor(cursor, listing, crc32);
  }
  const page = await load({ after, limit });
  const known = links.get(page);
  if (known?.startsWith(`<${operation.route}?`))
    return { body: page.items, headers: { Link: known } };
  const { nextAfter } = page;
  listing ??= listingUrl(operation, filter);
  const next = nextAfter === undefined ? undefined : createCursor(nextAfter, listing, crc32);
  const link = pageLinks(listing, limit, next);
  links.set(page, link);
  return { body: page.items, headers: { Link: link } };
}

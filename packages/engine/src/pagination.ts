// Cursor pagination. Cursors are opaque, and bound by a checksum to the listing and the filter that they were issued for.
import { crc32 } from 'node:zlib';
import type { Int64 } from '@animal-store/core';
import { createCursor, listingUrl, pageLinks, readCursor } from '@animal-store/core/http';
import type { Services } from './handler.js';
import type { Json } from './lib/json.js';
import type { Page, PageRequest } from './storage/stores/resource-store.js';

/** The Link header of a page that storage returns many times, nearly always to the same operation. */
const links = new WeakMap<Page<unknown>, string>();

/** A store, or whatever lists in ascending order of id. */
interface Listable<Request, Item> {
  list(request: Request): Promise<Page<Item>>;
}

/**
 * Reads one page of the listing that the operation returns. The Link header leads to the first page and to the next one.
 * @param parameters Those of the query. The others select the items, as do those of a path, if they are added.
 * @throws ApiError 400 for a cursor that was not issued for this listing and filter.
 */
export async function readPage<
  Item extends { id: Int64 },
  Parameters extends { limit: number; cursor?: string | undefined },
>(
  { operation }: Pick<Services, 'operation'>,
  parameters: Parameters,
  items: Listable<Omit<Parameters, 'cursor'> & PageRequest, Item>,
): Promise<{ body: Json<readonly Item[]>; headers: { Link: string } }> {
  const { cursor, ...selecting } = parameters;
  const { limit, ...filter } = selecting;
  let listing: string | undefined;
  let after: Int64 | undefined;
  if (cursor !== undefined) {
    listing = listingUrl(operation, filter);
    after = readCursor(cursor, listing, crc32);
  }
  const page = await items.list({ ...selecting, after });
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

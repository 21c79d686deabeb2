// Cursor pagination. Cursors are opaque, and bound by a checksum to the listing and the filter that they were issued for.
import { crc32 } from 'node:zlib';
import { type Int64, type ParameterSpec, parseInt64 } from '@animal-store/core';
import { invalidRequest } from '@animal-store/core/errors';
import type { ContractOperation } from './contract.js';
import type { Services } from './handler.js';
import type { Json } from './lib/json.js';
import type { Page, PageRequest } from './storage/stores/resource-store.js';

type Filter = Readonly<Record<string, unknown>>;

/**
 * Reads one page of the listing that the operation returns. The Link header points to the first page and, except on the last
 * page, to the next one. So a client knows a last page from one whose Link header was lost on the way.
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
    listing = urlOf(operation, filter);
    after = readCursor(cursor, listing);
  }
  const page = await load({ after, limit });
  // A cached page is returned many times, nearly always by the same operation.
  if (!page.link?.startsWith(`<${operation.route}?`))
    page.link = formatLinks(page, limit, listing ?? urlOf(operation, filter));
  return { body: page.items, headers: { Link: page.link } };
}

/** The URL of a listing, with the query parameters that select its items. */
function urlOf({ route, parameters }: ContractOperation, filter: Filter): string {
  return `${route}?${parameters.flatMap((each) => formatQuery(each, filter[each.name])).join('&')}`;
}

/** The Link header. Source: RFC 8288. */
function formatLinks({ nextAfter }: Page<unknown>, limit: number, listing: string): string {
  const target = `${listing}${listing.endsWith('?') ? '' : '&'}limit=${limit}`;
  const first = `<${target}>; rel="first"`;
  if (nextAfter === undefined) return first;
  return `${first}, <${target}&cursor=${createCursor(nextAfter, listing)}>; rel="next"`;
}

/** The id after which the page starts. */
function readCursor(cursor: string, listing: string): Int64 {
  const [id = ''] = cursor.split('.');
  const after = parseInt64(Buffer.from(id, 'base64url').toString());
  if (after === undefined || cursor !== createCursor(after, listing)) {
    throw invalidRequest({
      in: 'query',
      path: '/cursor',
      code: 'invalid',
      message: 'was not issued for this listing',
    });
  }
  return after;
}

function createCursor(after: Int64, listing: string): string {
  const id = Buffer.from(String(after)).toString('base64url');
  return `${id}.${crc32(`${listing}#${id}`).toString(36)}`;
}

/** The `name=value` pairs of a query that parameter-text.ts reads as this value; none if it is undefined. */
function formatQuery({ name, in: place, list }: ParameterSpec, value: unknown): string[] {
  if (value === undefined || place !== 'query') return [];
  const texts = [value].flat().map((item) => encodeURIComponent(String(item ?? '')));
  const values = list === 'repeated' ? texts : [texts.join(',')];
  return values.map((text) => `${encodeURIComponent(name)}=${text}`);
}

// Cursor pagination. Cursors are opaque, signed, and bound to the listing and the filter that they were issued for.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Int64,
  type OperationId,
  type ParameterSpec,
  parseInt64,
} from '@animal-store/contract';
import { invalidRequest } from '../errors.js';
import type { Page, PageRequest } from '../storage/resource-store.js';
import type { Services } from './handler.js';

interface Listing {
  /** The path as the client sees it: `/v1/pets`. */
  path: string;
  /** The query parameters that select the items, as `name=value` pairs. Formatted on access: most pages are cached. */
  filter: readonly string[];
  secret: Buffer;
}

const SIGNATURE_BYTES = 16;

/** The listing that an operation of the contract returns. */
export function findListing(
  id: OperationId,
  filter: Readonly<Record<string, unknown>>,
  { contract, store }: Services,
): Listing {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`the contract has no operation ${id}`);
  return {
    path: `${contract.basePath}${operation.path}`,
    get filter() {
      const parameters = operation.parameters.filter(({ in: place }) => place === 'query');
      return parameters.flatMap((parameter) => formatQuery(parameter, filter[parameter.name]));
    },
    secret: store.cursorSecret,
  };
}

/**
 * Reads one page. The Link header points to the next page; the last page has none.
 * @throws ApiError 400 for a cursor that was not issued for this listing and filter.
 */
export async function readPage<Item extends { id: Int64 }>(
  listing: Listing,
  { limit, cursor }: { limit: number; cursor?: string },
  load: (request: PageRequest) => Promise<Page<Item>>,
): Promise<{ body: readonly Readonly<Item>[]; headers: { Link?: string } }> {
  const after = cursor === undefined ? undefined : readCursor(cursor, listing);
  const page = await load({ after, limit });
  const last = page.more ? page.items.at(-1) : undefined;
  return {
    body: page.items,
    headers: last ? { Link: nextLinkOf(page, last.id, limit, listing) } : {},
  };
}

/** Next links by page object: a cached page is returned many times, always with the same link. */
const links = new WeakMap<object, string>();

function nextLinkOf(page: object, after: Int64, limit: number, listing: Listing): string {
  let link = links.get(page);
  if (link === undefined) {
    link = nextLink(after, limit, listing);
    links.set(page, link);
  }
  return link;
}

/** The Link header. Source: RFC 8288. */
function nextLink(after: Int64, limit: number, listing: Listing): string {
  const query = [...listing.filter, `limit=${limit}`, `cursor=${createCursor(after, listing)}`];
  return `<${listing.path}?${query.join('&')}>; rel="next"`;
}

/** The id after which the page starts. */
function readCursor(cursor: string, listing: Listing): Int64 {
  const [id = ''] = cursor.split('.');
  const after = parseInt64(Buffer.from(id, 'base64url').toString());
  if (after === undefined || !isEqual(cursor, createCursor(after, listing))) {
    throw invalidRequest({
      in: 'query',
      path: '/cursor',
      code: 'invalid',
      message: 'was not issued for this listing',
    });
  }
  return after;
}

function createCursor(after: Int64, listing: Listing): string {
  const id = Buffer.from(String(after)).toString('base64url');
  const signed = `${listing.path}?${listing.filter.join('&')}#${id}`;
  const signature = createHmac('sha256', listing.secret)
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
  return `${id}.${signature.toString('base64url')}`;
}

/** The `name=value` pairs of a query that parameter-text.ts reads as this value; none if it is undefined. */
function formatQuery({ name, list }: ParameterSpec, value: unknown): string[] {
  if (value === undefined) return [];
  const texts = [value].flat().map((item) => encodeURIComponent(String(item ?? '')));
  const values = list === 'repeated' ? texts : [texts.join(',')];
  return values.map((text) => `${encodeURIComponent(name)}=${text}`);
}

/** Compares in constant time, so that the time tells nothing about the signature. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

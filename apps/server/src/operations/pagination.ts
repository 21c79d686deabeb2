// Cursor pagination. Cursors are opaque, signed, and bound to the listing and the filter that they were issued for.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Int64,
  type OperationId,
  type ParameterSpec,
  parseInt64,
} from '@animal-store/contract';
import { invalidRequest } from '../errors.js';
import type { Json } from '../lib/json.js';
import type { Page, PageRequest } from '../storage/resource-store.js';
import type { Services } from './handler.js';

class Listing {
  /** The path as the client sees it: `/v1/pets`. */
  readonly path: string;
  readonly secret: Buffer;
  readonly #parameters: readonly ParameterSpec[];
  readonly #filter: Readonly<Record<string, unknown>>;
  #query: string | undefined;

  constructor(
    path: string,
    secret: Buffer,
    parameters: readonly ParameterSpec[],
    filter: Readonly<Record<string, unknown>>,
  ) {
    this.path = path;
    this.secret = secret;
    this.#parameters = parameters;
    this.#filter = filter;
  }

  /** The query parameters that select the items, as `name=value&…`. Formatted when it is read: most pages are cached. */
  get query(): string {
    this.#query ??= this.#parameters
      .flatMap((parameter) => formatQuery(parameter, this.#filter[parameter.name]))
      .join('&');
    return this.#query;
  }
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
  return new Listing(
    `${contract.basePath}${operation.path}`,
    store.cursorSecret,
    operation.parameters,
    filter,
  );
}

/**
 * Reads one page. The Link header points to the next page; the last page has none.
 * @throws ApiError 400 for a cursor that was not issued for this listing and filter.
 */
export async function readPage<Item extends { id: Int64 }>(
  listing: Listing,
  { limit, cursor }: { limit: number; cursor?: string },
  load: (request: PageRequest) => Promise<Page<Item>>,
): Promise<{ body: Json<readonly Item[]>; headers: { Link?: string } }> {
  const after = cursor === undefined ? undefined : readCursor(cursor, listing);
  const page = await load({ after, limit });
  const { items, nextAfter } = page;
  return {
    body: items,
    headers: nextAfter === undefined ? {} : { Link: nextLinkOf(page, nextAfter, limit, listing) },
  };
}

/** Next links by page object: a cached page is returned many times, nearly always by the same operation. */
const links = new WeakMap<object, string>();

function nextLinkOf(page: object, after: Int64, limit: number, listing: Listing): string {
  let link = links.get(page);
  if (!link?.startsWith(`<${listing.path}?`)) {
    link = nextLink(after, limit, listing);
    links.set(page, link);
  }
  return link;
}

/** The Link header. Source: RFC 8288. */
function nextLink(after: Int64, limit: number, listing: Listing): string {
  const filter = listing.query === '' ? '' : `${listing.query}&`;
  const cursor = createCursor(after, listing);
  return `<${listing.path}?${filter}limit=${limit}&cursor=${cursor}>; rel="next"`;
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
  const signed = `${listing.path}?${listing.query}#${id}`;
  const signature = createHmac('sha256', listing.secret)
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
  return `${id}.${signature.toString('base64url')}`;
}

/** The `name=value` pairs of a query that parameter-text.ts reads as this value; none if it is undefined. */
function formatQuery({ name, in: place, list }: ParameterSpec, value: unknown): string[] {
  if (value === undefined || place !== 'query') return [];
  const texts = [value].flat().map((item) => encodeURIComponent(String(item ?? '')));
  const values = list === 'repeated' ? texts : [texts.join(',')];
  return values.map((text) => `${encodeURIComponent(name)}=${text}`);
}

/** Compares in constant time, so that the time tells nothing about the signature. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

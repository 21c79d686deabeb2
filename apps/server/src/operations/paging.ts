// Owns cursors: opaque, signed, and bound to the listing and the filter that they were issued for.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Int64, parseInt64 } from '@animal-store/contract';
import { invalidRequest } from '../errors.js';

export interface Listing {
  /** The path as the client sees it: `/v1/pets`. */
  path: string;
  /** The query parameters that choose what is listed. */
  filter: Readonly<Record<string, string | undefined>>;
  secret: Buffer;
}

const SIGNATURE_BYTES = 16;

/** The Link header to the page behind `last`; none if `last` is undefined, on the last page. Source: RFC 8288. */
export function nextLink(
  last: { id: Int64 } | undefined,
  limit: number,
  listing: Listing,
): { Link?: string } {
  if (last === undefined) return {};
  const query = filterQuery(listing);
  query.set('limit', String(limit));
  query.set('cursor', issueCursor(last.id, listing));
  return { Link: `<${listing.path}?${query}>; rel="next"` };
}

/** The identifier that the page starts behind. @throws ApiError 400 for a cursor that was not issued for this listing. */
export function readCursor(cursor: string | undefined, listing: Listing): Int64 | undefined {
  if (cursor === undefined) return undefined;
  const [id = ''] = cursor.split('.');
  const after = parseInt64(Buffer.from(id, 'base64url').toString());
  const isOurs = after !== undefined && sameText(cursor, issueCursor(after, listing));
  if (!isOurs) {
    throw invalidRequest({
      in: 'query',
      path: '/cursor',
      message: 'was not issued for this listing',
    });
  }
  return after;
}

function issueCursor(after: Int64, listing: Listing): string {
  const id = Buffer.from(String(after)).toString('base64url');
  const signed = `${listing.path}?${filterQuery(listing)}#${id}`;
  const signature = createHmac('sha256', listing.secret)
    .update(signed)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
  return `${id}.${signature.toString('base64url')}`;
}

function filterQuery({ filter }: Listing): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) query.set(name, value);
  return query;
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

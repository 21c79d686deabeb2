// Signed cursors: the last id of a page, bound to the listing and its filter. The format of the animal store, so that the
// responses can be compared byte for byte.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseInt64 } from './int64.js';

const PATH = '/v1/pets';
const SIGNATURE_BYTES = 16;

/** @param filter As in the query: `status=sold`, or empty. */
export function signCursor(after: bigint, filter: string, secret: Buffer): string {
  const id = Buffer.from(String(after)).toString('base64url');
  const signature = createHmac('sha256', secret).update(`${PATH}?${filter}#${id}`).digest();
  return `${id}.${signature.toString('base64url', 0, SIGNATURE_BYTES)}`;
}

/** The id after which the page starts; undefined if the cursor was not issued for this filter. */
export function readCursor(cursor: string, filter: string, secret: Buffer): bigint | undefined {
  const after = parseInt64(Buffer.from(cursor.split('.', 1)[0] ?? '', 'base64url').toString());
  if (after === undefined) return undefined;
  const [sent, expected] = [Buffer.from(cursor), Buffer.from(signCursor(after, filter, secret))];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? after : undefined;
}

/** The `Link` header to the page after this id. */
export function signedNextLink(
  after: bigint,
  limit: number,
  filter: string,
  secret: Buffer,
): string {
  const query = `${filter && `${filter}&`}limit=${limit}&cursor=${signCursor(after, filter, secret)}`;
  return `<${PATH}?${query}>; rel="next"`;
}

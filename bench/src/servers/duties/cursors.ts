// Cursors: the last id of a page, and a checksum that binds it to the listing and its filter. The format of the animal store, so that the
// responses can be compared byte for byte.
import { crc32 } from 'node:zlib';
import { parseInt64 } from '@animal-store/contract';

const PATH = '/v1/pets';

/** @param filter As in the query: `status=sold`, or empty. */
export function createCursor(after: bigint, filter: string): string {
  const id = Buffer.from(String(after)).toString('base64url');
  return `${id}.${crc32(`${PATH}?${filter}#${id}`).toString(36)}`;
}

/** The id after which the page starts; undefined if the cursor was not issued for this filter. */
export function readCursor(cursor: string, filter: string): bigint | undefined {
  const id = parseInt64(Buffer.from(cursor.split('.', 1)[0] ?? '', 'base64url').toString());
  if (id === undefined || cursor !== createCursor(BigInt(id), filter)) return undefined;
  return BigInt(id);
}

/** The `Link` header to the first page and, unless `after` is undefined, to the page after this id. */
export function pageLinks(after: bigint | undefined, limit: number, filter: string): string {
  const target = `${PATH}?${filter && `${filter}&`}limit=${limit}`;
  const first = `<${target}>; rel="first"`;
  if (after === undefined) return first;
  return `${first}, <${target}&cursor=${createCursor(after, filter)}>; rel="next"`;
}

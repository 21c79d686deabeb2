// Links of a page: the URL of a listing, the cursors that it issues, and the Link header that leads from page to page.
import { invalidRequest } from '../errors.js';
import { type Int64, parseInt64 } from '../int64.js';
import type { ParameterSpec } from '../operation-spec.js';

/** The query parameters that page a listing. */
export const PAGING_PARAMETERS: readonly string[] = ['limit', 'cursor'];

/**
 * The URL of a listing, with the parameters of the path and the query that select its items.
 * @param filter Their values by name.
 */
export function listingUrl(
  { route, parameters }: { route: string; parameters: readonly ParameterSpec[] },
  filter: Readonly<Record<string, unknown>>,
): string {
  const path = route.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(String(filter[name])));
  return `${path}?${parameters.flatMap((each) => formatQuery(each, filter[each.name])).join('&')}`;
}

/** The `name=value` pairs of a query that parameter-text.ts reads as this value; none if it is undefined. */
function formatQuery({ name, in: place, list }: ParameterSpec, value: unknown): string[] {
  if (value === undefined || place !== 'query') return [];
  const texts = [value].flat().map((item) => encodeURIComponent(String(item ?? '')));
  const values = list === 'repeated' ? texts : [texts.join(',')];
  return values.map((text) => `${encodeURIComponent(name)}=${text}`);
}

/**
 * The Link header of a page: to the first page and, except on the last page, to the next one. So a client knows a last page
 * from one whose Link header was lost on the way. Source: RFC 8288.
 * @param cursor Of the next page.
 */
export function pageLinks(listing: string, limit: number, cursor: string | undefined): string {
  const target = `${listing}${listing.endsWith('?') ? '' : '&'}limit=${limit}`;
  const first = `<${target}>; rel="first"`;
  return cursor === undefined ? first : `${first}, <${target}&cursor=${cursor}>; rel="next"`;
}

/** Opaque, and bound to the listing by a checksum. */
export function createCursor(after: Int64, listing: string, checksum: Checksum): string {
  const id = btoa(String(after)).replace(/=+$/, '');
  return `${id}.${checksum(`${listing}#${id}`).toString(36)}`;
}

export type Checksum = (text: string) => number;

/** The id after which the page starts. @throws ApiError 400 for a cursor that was not issued for this listing. */
export function readCursor(cursor: string, listing: string, checksum: Checksum): Int64 {
  const after = parseInt64(decode(cursor.split('.', 1)[0] ?? ''));
  if (after !== undefined && cursor === createCursor(after, listing, checksum)) return after;
  const message = 'was not issued for this listing';
  throw invalidRequest({ in: 'query', path: '/cursor', code: 'invalid', message });
}

/** Empty for a text that is not base64. */
function decode(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

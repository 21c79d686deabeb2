// Links of a page: the URL of a listing, and the Link header that leads from page to page.
import { type ApiError, invalidRequest } from '../errors.js';
import type { ParameterSpec } from '../operation-spec.js';

/**
 * The URL of a listing, with the query parameters that select its items.
 * @param filter Their values by name.
 */
export function listingUrl(
  { route, parameters }: { route: string; parameters: readonly ParameterSpec[] },
  filter: Readonly<Record<string, unknown>>,
): string {
  return `${route}?${parameters.flatMap((each) => formatQuery(each, filter[each.name])).join('&')}`;
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

/** The 400 for a cursor that was not issued for this listing and filter. */
export function cursorNotIssued(): ApiError {
  const message = 'was not issued for this listing';
  return invalidRequest({ in: 'query', path: '/cursor', code: 'invalid', message });
}

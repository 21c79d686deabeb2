// Link header parser (RFC 8288).
import { readHeader } from './read-header.js';

/** The target of the first link with this relation type, as sent: it may be relative. */
export function findLink(headers: Headers, relation: string): string | undefined {
  const pattern = new RegExp(`<([^<>]*)>[^<]*rel="${relation}"`);
  return pattern.exec(readHeader(headers, 'link') ?? '')?.[1];
}

/** The `cursor` of the `next` link; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  // React Native's older URLSearchParams cannot read a query.
  const text = /[?&]cursor=([^&#]+)/.exec(findLink(headers, 'next') ?? '')?.[1];
  return text && decodeURIComponent(text);
}

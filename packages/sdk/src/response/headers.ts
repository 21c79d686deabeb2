// Headers of a response, which a platform may refuse to give: one by its name, and links (RFC 8288).

/** Undefined if the response has no such header, or does not let it be read, as in SvelteKit's `load`. */
export function readHeader(headers: Headers, name: string): string | undefined {
  try {
    return headers.get(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The target of the first link with this relation type, as sent: it may be relative. */
export function findLink(headers: Headers, relation: string): string | undefined {
  const pattern = new RegExp(`<([^<>]*)>[^<]*rel="${relation}"`);
  return pattern.exec(readHeader(headers, 'link') ?? '')?.[1];
}

/** The `cursor` of the `next` link; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  // React Native's older URLSearchParams cannot read a query.
  const text = /[?&]cursor=([^&#]+)/.exec(findLink(headers, 'next') ?? '')?.[1];
  try {
    return text && decodeURIComponent(text);
  } catch {
    return undefined; // malformed: whether a page follows is unknown
  }
}

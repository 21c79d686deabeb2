// Owns the reading of Link headers. Source: RFC 8288.

/** The target of the first link with this relation, as it is written. */
export function findLink(headers: Headers, relation: string): string | undefined {
  const link = headers.get('link');
  if (!link) return undefined;
  for (const [, target, params] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (params?.includes(`rel="${relation}"`)) return target;
  }
  return undefined;
}

/** The cursor of the next page; undefined on the last one. */
export function nextCursor(headers: Headers): string | undefined {
  const query = findLink(headers, 'next')?.split('?')[1];
  return new URLSearchParams(query).get('cursor') ?? undefined;
}

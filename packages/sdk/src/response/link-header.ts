// Link header parser (RFC 8288).

/** The target of the first link with this relation type, as sent: it may be relative. */
export function findLink(headers: Headers, relation: string): string | undefined {
  const link = headers.get('link');
  if (!link) return undefined;
  for (const [, target, params] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    if (params?.includes(`rel="${relation}"`)) return target;
  }
  return undefined;
}

/** The `cursor` of the `next` link; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const query = findLink(headers, 'next')?.split('?')[1];
  return new URLSearchParams(query).get('cursor') ?? undefined;
}

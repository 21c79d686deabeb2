// Link header parser (RFC 8288).

/** The target of the first link with this relation type, as sent: it may be relative. */
export function findLink(headers: Headers, relation: string): string | undefined {
  const pattern = new RegExp(`<([^<>]*)>[^<]*rel="${relation}"`);
  return pattern.exec(headers.get('link') ?? '')?.[1];
}

/** The `cursor` of the `next` link; undefined on the last page. */
export function nextCursor(headers: Headers): string | undefined {
  const query = findLink(headers, 'next')?.split('?')[1];
  return query ? (new URLSearchParams(query).get('cursor') ?? undefined) : undefined;
}

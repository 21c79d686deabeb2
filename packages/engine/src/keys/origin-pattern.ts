// Origin patterns: `https://shop.example`, or with a wildcard for the first label, `https://*.preview.example`.

const WILDCARD = '://*.';
/** Up to the first label of a host name and its dot, as browsers send it. */
const FIRST_LABEL = /^([a-z]+:\/\/)[a-z\d_-]{1,63}(?=\.)/;
/** Longer than any: a host name has at most 253 characters. */
const MAX_ORIGIN_LENGTH = 300;

/**
 * Whether the text is an origin exactly as browsers send it (RFC 6454, 6.2), apart from the wildcard. The wildcard needs
 * a domain below the top level after it, or `localhost`: `https://*.com` would match every site below `.com`.
 */
export function isOriginPattern(text: string): boolean {
  const origin = text.replace(WILDCARD, '://a.');
  if (origin.includes('*') || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin !== origin) return false;
  return origin === text || /^a\.(?:localhost$|[^.]+\..)/.test(url.hostname);
}

/** All patterns that match an origin. @param origin The value of an `Origin` header. */
export function patternsOf(origin: string): string[] {
  if (origin.includes('*') || origin.length > MAX_ORIGIN_LENGTH) return [];
  const wildcard = origin.replace(FIRST_LABEL, '$1*');
  return wildcard === origin ? [origin] : [origin, wildcard];
}

export function matchesOrigin(pattern: string, origin: string): boolean {
  return patternsOf(origin).includes(pattern);
}

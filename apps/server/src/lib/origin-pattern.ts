// Origin patterns: `https://shop.example`, or with a wildcard for the first label, `https://*.preview.example`.

const WILDCARD = '://*.';
/** One label of a host name, as browsers send it. */
const LABEL = /^[a-z\d_-]{1,63}$/;

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

/** @param origin The value of an `Origin` header. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const at = pattern.indexOf(WILDCARD);
  if (at < 0) return origin === pattern;
  const start = pattern.slice(0, at + '://'.length);
  const end = pattern.slice(start.length + '*'.length);
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return LABEL.test(origin.slice(start.length, -end.length));
}

// Files of the API reference: what its build writes, and a server sends.

/** The script, the style sheet, and the SDK, which the first live call loads. */
export const ASSETS = ['reference.js', 'reference.css', 'sdk.js'] as const;
/** A static site, which any web server can serve. */
export const SITE_FILES = [...ASSETS, 'openapi.json', 'index.html'] as const;
/** For a server that also serves the API: its pages at `/docs` and `/`, and the first calls as shell commands. */
const SERVER_FILES = ['served.html', 'home.html', 'first-calls.txt'] as const;
export const DOCS_FILES = [...SITE_FILES, ...SERVER_FILES];

export type Asset = (typeof ASSETS)[number];
export type DocsFile = (typeof DOCS_FILES)[number];

/** Placeholder for the URL of the service, with its version: only the page or the server knows it. */
export const BASE_URL = '{baseUrl}';

/** Text as one word of a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The strictest Content-Security-Policy with which the page works. It allows no inline styles and no inline scripts. The
 * icon is a `data:` URL.
 * @param calls Origins that the page may call, besides its own.
 */
export function contentPolicy(calls: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${["'self'", ...calls].join(' ')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

// Names of the files of the API reference, and how a server sends them.
import { createHash } from 'node:crypto';

/** The script, the style sheet, and the SDK, which the first live call loads. */
export const ASSETS = ['reference.js', 'reference.css', 'sdk.js'] as const;
/** What any web server can show. */
export const SITE_FILES = [...ASSETS, 'openapi.json', 'index.html'] as const;
/** For a server that serves the API, too: its page at `/docs` and at `/`, and the first calls as commands of a shell. */
const SERVER_FILES = ['served.html', 'home.html', 'first-calls.txt'] as const;
export const DOCS_FILES = [...SITE_FILES, ...SERVER_FILES];

export type Asset = (typeof ASSETS)[number];
export type DocsFile = (typeof DOCS_FILES)[number];
export type ReadDocs = (name: DocsFile) => Promise<Buffer>;

export interface PageFile {
  bytes: Buffer;
  contentType: string;
  /** Content hash. */
  hash: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

export function pageFile(name: string, bytes: Buffer): PageFile {
  const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { bytes, contentType, hash: hashOf(bytes) };
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
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

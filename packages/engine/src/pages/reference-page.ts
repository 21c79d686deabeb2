// API reference at /docs, with its files, and the contract at /openapi.json. They need no API key, and
// their requests do not count towards a quota. Every file of the reference is compressed once, at its first request.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ASSETS, contentPolicy, type DocsFile } from '@animal-store/core/docs-files';
import type { Request, RequestHandler, Response } from 'express';

/** The Content-Security-Policy of this page and of the one at `/`. */
export const POLICY = `${contentPolicy()}; frame-ancestors 'none'`;
const HTML = 'text/html; charset=utf-8';
/** Below /docs, pages of version 1.1, whose addresses lead to the one page. */
const MOVED = ['/changes', '/changes.atom'];
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ENCODINGS: Partial<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

const TYPES: Readonly<Record<string, string>> = {
  html: HTML,
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Reads one of the files that the build of the reference has written. */
export type ReadDocs = (name: DocsFile) => Promise<Buffer>;
export type ReadFile = (name: DocsFile) => Promise<PageFile>;

interface PageFile {
  bytes: Buffer;
  contentType: string;
  /** Content hash. */
  hash: string;
}

/** Reads each file once. One that could not be read is read again at the next request. */
export function cacheFiles(readDocs: ReadDocs): ReadFile {
  const files = new Map<DocsFile, Promise<PageFile>>();
  return (name) => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const reading = readDocs(name).then((bytes) => pageFile(name, bytes));
    files.set(name, reading);
    reading.catch(() => files.delete(name));
    return reading;
  };
}

function pageFile(name: string, bytes: Buffer): PageFile {
  const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { bytes, contentType, hash };
}

/** By path below that of the page, which is `/`. */
const FILES = new Map<string, DocsFile>([
  ['/', 'served.html'],
  ...ASSETS.map((name) => [`/${name}`, name] as const),
]);

/**
 * Must be mounted at `/docs`. It passes unknown paths to the next middleware.
 * @param readOnly Handles requests for known paths that are neither GET nor HEAD.
 */
export function serveDocs(readFile: ReadFile, readOnly: RequestHandler): RequestHandler {
  const encoded = new Map<string, Promise<PageFile>>();
  return async (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (MOVED.includes(req.path)) {
      if (!isRead) return readOnly(req, res, next);
      return res.locals.send(308, undefined, undefined, { Location: '/docs' });
    }
    const name = FILES.get(req.path);
    if (name === undefined) return next();
    if (!isRead) return readOnly(req, res, next);
    const file = await readFile(name);
    const encoding = req.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
    const key = `${encoding} ${file.hash}`;
    const body = encoded.get(key) ?? encode(file, encoding);
    encoded.set(key, body);
    send(req, res, file, await body, encoding);
  };
}

export function serveDocument(readFile: ReadFile): RequestHandler {
  return async (_req, res) => {
    const { bytes } = await readFile('openapi.json');
    res.locals.sendBytes(bytes, 'application/json');
  };
}

/** Each encoding has an ETag of its own. */
async function encode(file: PageFile, encoding: string): Promise<PageFile> {
  const compress = ENCODINGS[encoding];
  return compress ? pageFile('', await compress(file.bytes)) : file;
}

function send(
  req: Request,
  { locals }: Response,
  file: PageFile,
  body: PageFile,
  encoding: string,
): void {
  const etag = `"${body.hash}"`;
  const headers = {
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Cache-Control': req.query.v === file.hash ? IMMUTABLE : 'no-cache',
    'Content-Security-Policy': file.contentType === HTML ? POLICY : undefined,
  };
  const coding = { 'Content-Encoding': encoding === 'identity' ? undefined : encoding };
  if (hasFresh(req, etag)) locals.send(304, undefined, undefined, headers);
  else locals.sendBytes(body.bytes, file.contentType, { ...headers, ...coding });
}

/** Whether the client has this content, and does not ask for it nonetheless. Source: RFC 9110, 13.1.2. */
function hasFresh({ headers }: Request, etag: string): boolean {
  if (/\bno-cache\b/.test(headers['cache-control'] ?? '')) return false;
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(etag) || known.includes('*'));
}

// API reference at /docs, with its files, and the contract at /openapi.json. They need no API key, and
// their requests do not count towards a quota. Every file of the reference is compressed once, at its first request.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { ASSETS, contentPolicy, type DocsFile } from '@animal-store/core/docs-files';
import type { RequestHandler } from 'express';

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
/** @param encoding By default none. */
export type ReadFile = (name: DocsFile, encoding?: string) => Promise<PageFile>;

interface PageFile {
  /** Encoded. */
  bytes: Buffer;
  contentType: string;
  /** Content hash of the file, whatever its encoding. */
  hash: string;
  /** Each encoding has one of its own. */
  etag: string;
}

/** Reads each file once for each encoding. One that could not be read is read again at the next request. */
export function cacheFiles(readDocs: ReadDocs): ReadFile {
  const files = new Map<string, Promise<PageFile>>();
  return (name, encoding = 'identity') => {
    const key = `${encoding} ${name}`;
    const known = files.get(key);
    if (known !== undefined) return known;
    const reading = readDocs(name).then((bytes) => encodeFile(name, bytes, encoding));
    files.set(key, reading);
    reading.catch(() => files.delete(key));
    return reading;
  };
}

async function encodeFile(name: DocsFile, content: Buffer, encoding: string): Promise<PageFile> {
  const bytes = (await ENCODINGS[encoding]?.(content)) ?? content;
  const contentType = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  return { bytes, contentType, hash: hashOf(content), etag: `"${hashOf(bytes)}"` };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
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
  return async (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (MOVED.includes(req.path)) {
      if (!isRead) return readOnly(req, res, next);
      return res.locals.send(308, undefined, undefined, { Location: '/docs' });
    }
    const name = FILES.get(req.path);
    if (name === undefined) return next();
    if (!isRead) return readOnly(req, res, next);
    const encoding = req.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
    const { bytes, contentType, hash, etag } = await readFile(name, encoding);
    const headers = {
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': req.query.v === hash ? IMMUTABLE : 'no-cache',
      'Content-Security-Policy': contentType === HTML ? POLICY : undefined,
    };
    res.setHeader('ETag', etag); // for `fresh`, which compares it with If-None-Match
    if (req.fresh) return res.locals.send(304, undefined, undefined, headers);
    const coding = encoding === 'identity' ? undefined : encoding;
    res.locals.sendBytes(bytes, contentType, { ...headers, 'Content-Encoding': coding });
  };
}

export function serveDocument(readFile: ReadFile): RequestHandler {
  return async (_req, res) => {
    const { bytes } = await readFile('openapi.json');
    res.locals.sendBytes(bytes, 'application/json');
  };
}

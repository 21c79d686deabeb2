// API reference at /docs, with the page of changes and their files. It needs no API key, and its requests do not count towards
// a quota. Every file is compressed once, at its first request.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import {
  contentPolicy,
  type PageFile,
  pageFile,
  type Release,
  renderReference,
} from '@animal-store/reference';
import { readAssets, readSdk } from '@animal-store/reference/assets';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract.js';
import { sendBuffer } from '../http/send-buffer.js';

/** The Content-Security-Policy of every page. */
export const POLICY = `${contentPolicy()}; frame-ancestors 'none'`;
export const HTML = 'text/html; charset=utf-8';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ENCODINGS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

type Encoded = PageFile & { encoding?: string };
/** By path below that of the page. `index.html` is for `/docs`; a browser resolves relative URLs differently at `/docs/`. */
type Files = ReadonlyMap<string, PageFile>;

/**
 * Must be mounted at a path of its own. It passes unknown paths to the next middleware.
 * @param readOnly Handles requests for known paths that are neither GET nor HEAD.
 */
export function serveDocs(contract: Contract, readOnly: RequestHandler): RequestHandler {
  let files: Promise<Files> | undefined;
  let sdk: Promise<PageFile> | undefined;
  const encoded = new Map<PageFile, Map<string, Promise<Encoded>>>();
  return async (req, res, next) => {
    files ??= build(contract, req.baseUrl);
    const isFolder = req.originalUrl.split('?', 1)[0]?.endsWith('/');
    const name = req.path !== '/' ? req.path : isFolder ? '/' : '';
    if (name === '/sdk.js') sdk ??= readSdk().then((bytes) => pageFile('sdk.js', bytes));
    const file = name === '/sdk.js' ? await sdk : (await files).get(name);
    if (file === undefined) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') return readOnly(req, res, next);
    if (file.contentType === HTML) res.setHeader('Content-Security-Policy', POLICY);
    send(req, res, file, await encode(req, file, encoded));
  };
}

/** Releases of the contract. `npm run spec -- changes` writes the file, so that neither the build nor the server needs git. */
export async function readReleases(): Promise<readonly Release[]> {
  const text = await readFile(new URL('changes/releases.json', import.meta.url), 'utf8');
  const { releases }: { releases: Release[] } = JSON.parse(text);
  return releases;
}

/** @param path The path of the page. The published contract is a sibling: `/openapi.json` for `/docs`. */
async function build(contract: Contract, path: string): Promise<Files> {
  const options = {
    releases: await readReleases(),
    assets: await readAssets(),
    basePath: contract.basePath,
  };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = `${name}/`;
  const outside = renderReference(contract, {
    ...options,
    links: { reference: name, folder, contract: 'openapi.json', changes: `${folder}changes` },
  });
  const inside = renderReference(contract, {
    ...options,
    links: { reference: './', folder: '', contract: '../openapi.json', changes: 'changes' },
  });
  const files = new Map(Array.from(inside, ([key, file]) => [`/${key}`, file]));
  const add = (key: string, file: PageFile | undefined) => file && files.set(key, file);
  add('', outside.get('index.html'));
  add('/', files.get('/index.html'));
  add('/changes', files.get('/changes.html'));
  for (const key of ['/index.html', '/changes.html']) files.delete(key);
  return files;
}

/** The file in the best encoding that the client accepts. Each encoding has an ETag of its own. */
function encode(
  req: Request,
  file: PageFile,
  encoded: Map<PageFile, Map<string, Promise<Encoded>>>,
): Promise<Encoded> {
  const encoding = req.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity';
  const known = encoded.get(file) ?? new Map<string, Promise<Encoded>>();
  encoded.set(file, known);
  const compressed =
    known.get(encoding) ??
    (encoding === 'br' || encoding === 'gzip'
      ? ENCODINGS[encoding](file.bytes).then((bytes) => ({
          ...file,
          bytes,
          hash: pageFile('', bytes).hash,
          encoding,
        }))
      : Promise.resolve(file));
  known.set(encoding, compressed);
  return compressed;
}

function send(req: Request, res: Response, file: PageFile, { bytes, hash, encoding }: Encoded) {
  res.setHeader('ETag', `"${hash}"`);
  res.setHeader('Vary', 'Accept-Encoding');
  res.setHeader('Cache-Control', req.query.v === file.hash ? IMMUTABLE : 'no-cache');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', file.contentType);
  sendBuffer(res, bytes);
}

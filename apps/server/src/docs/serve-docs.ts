// API reference page at /docs, with its files, and the page of changes at /docs/changes. It needs no API key, and its requests do not count towards a quota.
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract/contract.js';
import { sendBuffer } from '../http/send-buffer.js';
import { toJsonText } from '../lib/json.js';
import { changeFiles } from './changes/change-page.js';
import { readReleases } from './changes/releases.js';
import {
  HTML,
  PAGE_DOCUMENT,
  type PageFile,
  type PageFiles,
  pageFile,
  pageFiles,
} from './files.js';
import { contentPolicy, renderPage } from './page.js';
import { type PageDocument, toPageDocument } from './page-document.js';

const POLICY = `${contentPolicy()}; frame-ancestors 'none'`;
/** The name of the page of changes: `/docs/changes`. */
const CHANGES = 'changes';
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Reference {
  files: PageFiles;
  /** The page for `/docs`; `pageInside` is for `/docs/`. A browser resolves relative URLs differently there. */
  page: PageFile;
  pageInside: PageFile;
}

/**
 * Must be mounted at a path of its own. It passes unknown paths to the next middleware.
 * @param readOnly Handles requests for known paths that are neither GET nor HEAD.
 */
export function serveDocs(contract: Contract, readOnly: RequestHandler): RequestHandler {
  let reference: Reference | undefined;
  return (req, res, next) => {
    reference ??= build(contract, req.baseUrl);
    const { files, page, pageInside } = reference;
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const file =
      req.path !== '/' ? files.get(req.path.slice(1)) : path.endsWith('/') ? pageInside : page;
    if (file === undefined) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') return readOnly(req, res, next);
    if (file.contentType === HTML) res.setHeader('Content-Security-Policy', POLICY);
    send(req, res, file);
  };
}

/** @param path The path of the page. The published contract is a sibling: `/openapi.json` for `/docs`. */
function build(contract: Contract, path: string): Reference {
  const document = pageFile('application/json', toJsonText(servedHere(contract)));
  const files = new Map([
    ...pageFiles(),
    [PAGE_DOCUMENT, document] as const,
    ...changeFiles(contract, readReleases(), CHANGES),
  ]);
  const page = (prefix: string, toContract: string) => {
    const options = { prefix, contract: toContract, changes: `${prefix}${CHANGES}`, files };
    return pageFile(HTML, renderPage(contract.document, options));
  };
  return {
    files,
    page: page(`${path.slice(path.lastIndexOf('/') + 1)}/`, 'openapi.json'),
    pageInside: page('', '../openapi.json'),
  };
}

/**
 * The contract with this server as the only entry of `servers`: the page's Content-Security-Policy allows no other. The
 * published servers are shown above the operations.
 */
function servedHere(contract: Contract): PageDocument {
  return {
    ...toPageDocument(contract),
    servers: [{ url: contract.basePath, description: 'This server' }],
    'x-published-servers': contract.document.servers,
  };
}

function send(req: Request, res: Response, { bytes, contentType, hash }: PageFile): void {
  res.setHeader('ETag', `"${hash}"`);
  res.setHeader('Cache-Control', req.query.v === hash ? IMMUTABLE : 'no-cache');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Type', contentType);
  sendBuffer(res, bytes);
}

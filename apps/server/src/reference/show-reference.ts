// Owns /docs: the API reference page with its files, for anyone, without a key and uncounted.
import type { ContractDocument } from '@animal-store/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Contract } from '../contract.js';
import { jsonBytes } from '../json/send-json.js';
import { type PageFile, type PageFiles, pageFile, pageFiles } from './files.js';
import { contentPolicy, renderPage } from './page.js';

const POLICY = `${contentPolicy()}; frame-ancestors 'none'`;
const KEPT_FOR_EVER = 'public, max-age=31536000, immutable';

interface Reference {
  files: PageFiles;
  /** At `/docs` and at `/docs/`: a browser resolves the same relative address differently. */
  page: PageFile;
  pageInside: PageFile;
}

/** To be mounted at a path of its own; leaves everything that it does not have to the next stage. */
export function showReference(contract: Contract): RequestHandler {
  let reference: Reference | undefined;
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    reference ??= build(contract, req.baseUrl);
    const { files, page, pageInside } = reference;
    if (req.path === '/') {
      const path = req.originalUrl.split('?', 1)[0] ?? '';
      res.setHeader('Content-Security-Policy', POLICY);
      send(req, res, path.endsWith('/') ? pageInside : page);
      return;
    }
    const file = files.get(req.path.slice(1));
    if (file === undefined) return next();
    send(req, res, file);
  };
}

/** @param path Where the page is: beside the contract's own address. */
function build(contract: Contract, path: string): Reference {
  const document = pageFile('application/json', jsonBytes(servedHere(contract)));
  const files = new Map([...pageFiles(), ['openapi.json', document] as const]);
  const page = (prefix: string, toContract: string) =>
    pageFile(
      'text/html; charset=utf-8',
      renderPage(contract.document, { prefix, contract: toContract, files }),
    );
  return {
    files,
    page: page(`${path.slice(path.lastIndexOf('/') + 1)}/`, 'openapi.json'),
    pageInside: page('', '../openapi.json'),
  };
}

/**
 * The contract with this server as the only one to try: the page's policy lets its browser call no other. The published
 * addresses are shown above the operations.
 */
function servedHere({ document, basePath }: Contract): ContractDocument {
  return {
    ...document,
    servers: [{ url: basePath, description: 'This server' }],
    'x-published-servers': document.servers,
  };
}

function send(req: Request, res: Response, { bytes, contentType, hash }: PageFile): void {
  res.setHeader('ETag', `"${hash}"`);
  res.setHeader('Cache-Control', req.query.v === hash ? KEPT_FOR_EVER : 'no-cache');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

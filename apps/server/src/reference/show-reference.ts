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
  /** As `/docs` and as `/docs/`: a browser resolves the same relative address differently. */
  pages: Readonly<Record<'docs/' | '', PageFile>>;
}

/** To be mounted at a path of its own; leaves everything that it does not have to the next stage. */
export function showReference(contract: Contract): RequestHandler {
  let reference: Reference | undefined;
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    reference ??= build(contract);
    const { files, pages } = reference;
    if (req.path === '/') {
      const path = req.originalUrl.split('?', 1)[0] ?? '';
      res.setHeader('Content-Security-Policy', POLICY);
      send(req, res, pages[path.endsWith('/') ? '' : 'docs/']);
      return;
    }
    const file = files.get(req.path.slice(1));
    if (file === undefined) return next();
    send(req, res, file);
  };
}

function build(contract: Contract): Reference {
  const document = pageFile('application/json', jsonBytes(servedHere(contract)));
  const files = new Map([...pageFiles(), ['openapi.json', document] as const]);
  const page = (prefix: string) =>
    pageFile('text/html; charset=utf-8', renderPage(contract.document, { prefix, files }));
  return { files, pages: { 'docs/': page('docs/'), '': page('') } };
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

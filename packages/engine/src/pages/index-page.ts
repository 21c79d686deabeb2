// Index page at `/`: where the reference page, the contract and the health check are, as HTML, or as JSON for clients
// that ask for it.
import type { RequestHandler } from 'express';
import type { Contract } from '../contract.js';
import { sendJson } from '../http/send-json.js';
import { POLICY, type ReadFile } from './reference-page.js';

export function serveIndexPage(
  { title, version, basePath }: Contract,
  readFile: ReadFile,
): RequestHandler {
  const links = { docs: '/docs', openapi: '/openapi.json', health: '/healthz' };
  return async (req, res) => {
    const { locals } = res;
    locals.headers.push('Vary', 'Accept');
    if (req.accepts(['html', 'json']) === 'json') {
      sendJson(res, 200, { name: title, version, api: basePath, ...links });
      return;
    }
    const { bytes, contentType } = await readFile('home.html');
    locals.sendBytes(bytes, contentType, { 'Content-Security-Policy': POLICY });
  };
}

/** The pages have no icon. Browsers ask for one at this path nonetheless, such as beside JSON. */
export const noFavicon: RequestHandler = (_req, res) => {
  res.locals.isProbe = true; // no line in the log
  res.locals.send(204);
};

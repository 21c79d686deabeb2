// Index page at `/`: where the reference page, the contract and the health check are, as HTML, or as JSON for clients that ask for it.
import { html } from '@animal-store/reference';
import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract.js';
import { sendJson } from '../http/send-json.js';
import { HTML } from './serve-docs.js';

/** @param policy The Content-Security-Policy. */
export function serveIndexPage({ document, basePath }: Contract, policy: string): RequestHandler {
  const { title, version } = document.info;
  const links = { docs: '/docs', openapi: '/openapi.json', health: '/healthz' };
  const name = `${title} ${version}`;
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <h1>${name}</h1>
    <p>The API is at <code>${basePath}</code>, and needs an API key.</p>
    <ul>
      <li><a href="${links.docs}">API reference</a></li>
      <li><a href="${links.openapi}">Contract (OpenAPI)</a></li>
      <li><a href="${links.health}">Health</a></li>
    </ul>
  </body>
</html>
`.text;
  return (req, res) => {
    res.setHeader('Vary', 'Accept');
    if (req.accepts(['html', 'json']) === 'json') {
      sendJson(res, 200, { name: title, version, api: basePath, ...links });
      return;
    }
    res.setHeader('Content-Security-Policy', policy);
    res.setHeader('Content-Type', HTML);
    res.setHeader('Content-Length', Buffer.byteLength(page));
    res.end(page);
  };
}

/** The pages have no icon. Browsers ask for one at this path nonetheless, such as beside JSON. */
export function noFavicon(): RequestHandler {
  return (_req, res) => {
    res.locals.isProbe = true; // no line in the log
    res.status(204).end();
  };
}

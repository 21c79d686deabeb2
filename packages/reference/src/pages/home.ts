// The page at `/` of a server: where the reference page, the contract and the health check are.
import type { Contract } from '@animal-store/spec/model';
import { html } from '../text/html.js';

export function renderHome({ info }: Contract, links: { contract: string; api: string }): string {
  const name = `${info.title} ${info.version}`;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <h1>${name}</h1>
    <p>The API is at <code>${links.api}</code>, and needs an API key.</p>
    <ul>
      <li><a href="/docs">API reference</a></li>
      <li><a href="${links.contract}">Contract (OpenAPI)</a></li>
      <li><a href="/healthz">Health</a></li>
    </ul>
  </body>
</html>
`.text;
}

// Owns the page around Swagger UI: its HTML, and what its browser may load and call.
import type { ContractDocument } from '@animal-store/contract';
import type { PageFiles } from './files.js';

interface PageOptions {
  /** What leads from the page to its files: empty, or a path that ends in a slash. */
  prefix: string;
  /** What leads from the page to the contract as it is published, for programs. */
  contract: string;
  files: PageFiles;
  /** Where no server can send it as a header: the policy to write into the page. */
  policy?: string;
}

/** Each file is asked for with its hash, so that caches may keep it for ever. */
export function renderPage(
  document: ContractDocument,
  { prefix, contract, files, policy }: PageOptions,
): string {
  const { title, version } = document.info;
  const address = (name: string) => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`the reference page has no file ${name}`);
    return `${prefix}${name}?v=${file.hash}`;
  };
  const meta = policy && `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />${meta ?? ''}
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>${escapeHtml(`${title} ${version}: API reference`)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${address('swagger-ui.css')}" />
    <link rel="stylesheet" href="${address('reference.css')}" />
    <script src="${address('swagger-ui-bundle.js')}" defer></script>
    <script src="${address('start.js')}" type="module"></script>
  </head>
  <body>
    <div id="reference" data-contract="${contract}"></div>
    <noscript>This page needs JavaScript. The same, for programs: <a href="${contract}">openapi.json</a></noscript>
  </body>
</html>
`;
}

/**
 * The strictest policy that Swagger UI works under; it needs no inline style and no inline script. Its style sheet brings
 * icons as `data:`.
 * @param calls The origins that may be called, besides the page's own.
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

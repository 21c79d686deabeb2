// HTML and Content-Security-Policy of the API reference page around Swagger UI.
import type { ContractDocument } from '@animal-store/contract';
import type { PageFiles } from './files.js';
import { escapeMarkup } from './markup.js';

interface PageOptions {
  /** The relative path from the page to its files: empty, or with a slash at the end. */
  prefix: string;
  /** The relative URL of the published contract. */
  contract: string;
  /** The relative URL of the page of changes. */
  changes: string;
  files: PageFiles;
  /** The Content-Security-Policy to write into the page, for a server that does not send it as a header. */
  policy?: string;
}

/** File URLs contain the content hash, so that caches may keep the files without revalidation. */
export function renderPage(
  document: ContractDocument,
  { prefix, contract, changes, files, policy }: PageOptions,
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
    <title>${escapeMarkup(`${title} ${version}: API reference`)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${address('swagger-ui.css')}" />
    <link rel="stylesheet" href="${address('reference.css')}" />
    <script src="${address('swagger-ui-bundle.js')}" defer></script>
    <script src="${address('start.js')}" type="module"></script>
  </head>
  <body>
    <div id="reference" data-contract="${contract}" data-changes="${changes}"></div>
    <noscript>This page needs JavaScript. The machine-readable contract: <a href="${contract}">openapi.json</a></noscript>
  </body>
</html>
`;
}

/**
 * The strictest Content-Security-Policy with which Swagger UI works. It allows no inline styles and no inline scripts.
 * The style sheet contains icons as `data:` URLs.
 * @param calls Origins that the page may call, besides its own.
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

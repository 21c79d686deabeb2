// Files of the API reference page.

/** Files of the page with their content types. */
export const DOCS_FILES: readonly (readonly [name: string, contentType: string])[] = [
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['reference.css', 'text/css; charset=utf-8'],
  ['start.js', 'text/javascript; charset=utf-8'],
  ['plugin.js', 'text/javascript; charset=utf-8'],
  ['changes.js', 'text/javascript; charset=utf-8'],
  ['open-operation.js', 'text/javascript; charset=utf-8'],
  ['code-box.js', 'text/javascript; charset=utf-8'],
  ['contents.js', 'text/javascript; charset=utf-8'],
  ['responses.js', 'text/javascript; charset=utf-8'],
  ['samples.js', 'text/javascript; charset=utf-8'],
  ['try-it.js', 'text/javascript; charset=utf-8'],
  ['overview.js', 'text/javascript; charset=utf-8'],
  ['name-controls.js', 'text/javascript; charset=utf-8'],
  ['modal-dialog.js', 'text/javascript; charset=utf-8'],
  ['wording.js', 'text/javascript; charset=utf-8'],
  ['reference.json', 'application/json'],
  ['changes.css', 'text/css; charset=utf-8'],
  ['changes.atom', 'application/atom+xml; charset=utf-8'],
  ['swagger-ui.LICENSE.txt', 'text/plain; charset=utf-8'],
];

/** URLs of the scripts and links in the page. */
export function linkedFiles(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => address !== 'data:,');
}

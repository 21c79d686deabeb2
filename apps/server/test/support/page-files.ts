// What the tests of the page know of its files.

/** Those that the page is made of, and their types. */
export const FILES: readonly (readonly [name: string, contentType: string])[] = [
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['reference.css', 'text/css; charset=utf-8'],
  ['start.js', 'text/javascript; charset=utf-8'],
  ['plugin.js', 'text/javascript; charset=utf-8'],
  ['overview.js', 'text/javascript; charset=utf-8'],
  ['name-controls.js', 'text/javascript; charset=utf-8'],
  ['modal-dialog.js', 'text/javascript; charset=utf-8'],
  ['wording.js', 'text/javascript; charset=utf-8'],
  ['openapi.json', 'application/json'],
  ['swagger-ui.LICENSE.txt', 'text/plain; charset=utf-8'],
];

/** The addresses that a page loads by itself. */
export function loadedBy(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => address !== 'data:,');
}

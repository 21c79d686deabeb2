// Files of the API reference, and the site of a contract.
import type { document } from '@animal-store/contract/document';
import { ANIMAL_STORE, type ReferenceOptions, renderReference } from '@animal-store/reference';
import { readContract } from '@animal-store/spec/model';

/** Files of the page with their content types. */
export const DOCS_FILES: readonly (readonly [name: string, contentType: string])[] = [
  ['reference.js', 'text/javascript; charset=utf-8'],
  ['sdk.js', 'text/javascript; charset=utf-8'],
  ['reference.css', 'text/css; charset=utf-8'],
];

/** URLs of the scripts, links and pages that a page loads or links to. */
export function linkedFiles(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => !address.startsWith('data:'));
}

export function renderSite(
  contract: typeof document,
  options: Partial<ReferenceOptions> = {},
): string {
  return renderReference(readContract(contract), {
    product: ANIMAL_STORE,
    assets: new Map(),
    ...options,
  });
}

/** The text of the row of a parameter, a property or a header, without the rows inside it. */
export function rowOf(page: string, id: string): string {
  const [, row = ''] = page.split(`<li class="row" id="${id}"`);
  return (row.split(/<details|<\/li>/, 1)[0] ?? '')
    .replace('class="required">required', '>[required]')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');
}

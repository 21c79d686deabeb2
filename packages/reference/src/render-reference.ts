// The reference page of a contract.
import { hashOf } from './docs/site-files.js';
import { type Links, renderPage } from './page.js';
import { type ContractChanges, type ReferenceContract, Site } from './site.js';

export interface ReferenceOptions {
  /** Changes to mark, for a preview. */
  changes?: ContractChanges;
  /** The script and the style sheet, by name. */
  assets: ReadonlyMap<string, Buffer>;
  /** By default the page is `index.html`, and everything else is beside it. */
  links?: Links;
}

const EXPORTED: Links = { folder: '', contract: 'openapi.json' };

export function renderReference(
  contract: ReferenceContract,
  { changes, assets, links = EXPORTED }: ReferenceOptions,
): string {
  const hashes = new Map(Array.from(assets, ([name, bytes]) => [name, hashOf(bytes)]));
  return renderPage(new Site(contract, changes), links, hashes);
}

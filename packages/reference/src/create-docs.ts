// The files of the API reference of a contract, made when they are first read.
import { ASSETS, type Asset, type DocsFile } from '@animal-store/core/docs-files';
import type { SealedDocument } from '@animal-store/spec';
import { type Contract, readContract } from '@animal-store/spec/model';
import { renderSamples } from './operations/samples.js';
import { renderHome } from './pages/home.js';
import { renderReference } from './pages/page.js';
import type { Product } from './product.js';

/** @param document in normal form. */
export function createDocs(
  document: SealedDocument,
  readAsset: (name: Asset) => Promise<Buffer>,
  product: Product,
): (name: DocsFile) => Promise<Buffer> {
  let pages: Promise<Record<Exclude<DocsFile, Asset>, string>> | undefined;
  const render = async () => {
    const assets = new Map<string, Buffer>();
    for (const name of ['reference.js', 'reference.css'] as const)
      assets.set(name, await readAsset(name));
    const contract = readContract(document);
    const api = new URL(contract.servers[0]?.url ?? '').pathname; // the same for all servers
    const links = { folder: '/docs/', contract: '/openapi.json', api };
    return {
      'openapi.json': JSON.stringify(document),
      'index.html': renderReference(contract, { product, assets }),
      'served.html': renderReference(contract, { product, assets, links }),
      'home.html': renderHome(contract, links),
      'first-calls.txt': renderFirstCalls(contract, product),
    };
  };
  return async (name) => {
    if (name === 'sdk.js' && !product.hasSdk) return Buffer.of(); // no page loads it, but servers have it
    if (isAsset(name)) return readAsset(name);
    pages ??= render();
    return Buffer.from((await pages)[name]);
  };
}

function isAsset(name: DocsFile): name is Asset {
  return ASSETS.some((asset) => asset === name);
}

/** Commands that create an item and list the items of the first path that has both operations without an identifier. */
function renderFirstCalls(contract: Contract, product: Product): string {
  const { operations } = contract;
  const samples = renderSamples(contract, product);
  const creating = operations.find(({ method, path }) => method === 'post' && !path.includes('{'));
  return operations
    .filter(({ path }) => path === creating?.path)
    .sort((one, other) => other.method.localeCompare(one.method)) // `post` before `get`
    .map(({ id = '' }) => samples.get(id)?.curl)
    .join('\n');
}

// The files of the API reference of a contract, made when they are first read.
import { ASSETS, type Asset, type DocsFile, type ReadDocs } from './docs/site-files.js';
import { renderHome } from './home.js';
import { renderReference } from './page.js';
import { renderSamples } from './samples.js';
import type { ReferenceContract } from './site.js';

export function createDocs(
  contract: ReferenceContract,
  readAsset: (name: Asset) => Promise<Buffer>,
): ReadDocs {
  let pages: Promise<Record<Exclude<DocsFile, Asset>, string>> | undefined;
  const render = async () => {
    const assets = new Map<string, Buffer>();
    for (const name of ['reference.js', 'reference.css'] as const)
      assets.set(name, await readAsset(name));
    const { document } = contract;
    const api = new URL(document.servers[0].url).pathname; // the same for all servers
    const links = { folder: '/docs/', contract: '/openapi.json', api };
    return {
      'openapi.json': JSON.stringify(document),
      'index.html': renderReference(contract, { assets }),
      'served.html': renderReference(contract, { assets, links }),
      'home.html': renderHome(document, links),
      'first-calls.txt': renderFirstCalls(contract),
    };
  };
  return async (name) => {
    if (isAsset(name)) return readAsset(name);
    pages ??= render();
    return Buffer.from((await pages)[name]);
  };
}

function isAsset(name: DocsFile): name is Asset {
  return ASSETS.some((asset) => asset === name);
}

/** Commands that create something and list it: of the first path that can do both without an identifier. */
function renderFirstCalls({ operations, document }: ReferenceContract): string {
  const creating = operations.find(({ method, path }) => method === 'post' && !path.includes('{'));
  return operations
    .filter(({ path }) => path === creating?.path)
    .sort((one, other) => other.method.localeCompare(one.method)) // `post` before `get`
    .map((operation) => renderSamples(operation, document).curl)
    .join('\n');
}

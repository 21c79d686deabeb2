// Owns the reference page as files for a web server that knows nothing of the service.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContractDocument } from '@animal-store/contract';
import { jsonBytes } from '../json/send-json.js';
import { pageFile, pageFiles } from './files.js';
import { contentPolicy, renderPage } from './page.js';

/**
 * Tries go to the contract's own servers.
 * @param onFile Told of each file when it is written.
 * @throws an Error if anything is in the folder already, unless `force`: then files of the same name are replaced.
 */
export async function exportReference(
  document: ContractDocument,
  folder: string,
  force: boolean,
  onFile: (path: string, byteCount: number) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (!force && (await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty; --force writes into it all the same`);
  }
  const files = new Map([
    ...pageFiles(),
    ['openapi.json', pageFile('application/json', jsonBytes(document))] as const,
  ]);
  const policy = contentPolicy(document.servers.map(({ url }) => new URL(url).origin));
  const page = pageFile('text/html', renderPage(document, { prefix: '', files, policy }));
  for (const [name, { bytes }] of [...files, ['index.html', page] as const]) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    onFile(path, bytes.length);
  }
}

// Owns the reference page as files for a web server that knows nothing of the service.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContractDocument } from '@animal-store/contract';
import { jsonBytes } from '../json/send-json.js';
import { pageFile, pageFiles } from './files.js';
import { contentPolicy, renderPage } from './page.js';

/**
 * Tries go to the contract's own servers.
 * @param onFile Told of each file when it is written.
 * @throws an Error that names the folder: if it cannot be written to, or if anything is in it already, unless `force`, by
 * which files of the same name are replaced.
 */
export async function exportReference(
  document: ContractDocument,
  folder: string,
  force: boolean,
  onFile: (path: string, byteCount: number) => void,
): Promise<void> {
  try {
    await makeFolder(folder);
    await writeFiles(document, folder, force, onFile);
  } catch (error) {
    throw describe(error, folder);
  }
}

async function writeFiles(
  document: ContractDocument,
  folder: string,
  force: boolean,
  onFile: (path: string, byteCount: number) => void,
): Promise<void> {
  if (!force && (await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty; --force writes into it all the same`);
  }
  const files = new Map([
    ...pageFiles(),
    ['openapi.json', pageFile('application/json', jsonBytes(document))] as const,
  ]);
  const policy = contentPolicy(document.servers.map(({ url }) => new URL(url).origin));
  const page = pageFile(
    'text/html',
    renderPage(document, { prefix: '', contract: 'openapi.json', files, policy }),
  );
  for (const [name, { bytes }] of [...files, ['index.html', page] as const]) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    onFile(path, bytes.length);
  }
}

/** Node's own `recursive` never ends where a folder is there but takes no other, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path);
}

/** What the system refused, in words; any other error as it is. */
function describe(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOTDIR') return new Error(`${folder} is a file, or in one: name a folder`);
  return new Error(`cannot write to ${folder} (${error.code})`);
}

// Static export of the API reference page, for any web server.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContractDocument } from '@animal-store/contract';
import { jsonBytes } from '../http/send-json.js';
import { pageFile, pageFiles } from './files.js';
import { contentPolicy, renderPage } from './page.js';

/**
 * Writes the page and its files to a folder. Try-it requests go to the servers of the contract.
 * @param force Allows a folder that is not empty. Files of the same name are replaced.
 * @param onFile Called after each file is written.
 * @throws an Error that names the folder, if it cannot be written to, or if it is not empty and `force` is false.
 */
export async function exportDocs(
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
    throw new Error(`${folder} must be empty; use --force to write into it anyway`);
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

/** Node's `recursive` option never returns if an existing folder rejects new folders, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path);
}

/** Turns a system error into a readable one. Returns any other error unchanged. */
function describe(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ENOTDIR')
    return new Error(`${folder} must be a folder (it is a file, or inside one)`);
  return new Error(`cannot write to ${folder} (${error.code})`);
}

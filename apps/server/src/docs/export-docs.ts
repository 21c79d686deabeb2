// Static export of the API reference page and the page of changes, for any web server.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Contract } from '../contract/contract.js';
import { toJsonText } from '../lib/json.js';
import { changeFiles } from './changes/change-page.js';
import { type Release, readReleases } from './changes/releases.js';
import { HTML, PAGE_DOCUMENT, pageFile, pageFiles } from './files.js';
import { contentPolicy, renderPage } from './page.js';
import { toPageDocument } from './page-document.js';
import { markChanges, type SpecDiff } from './preview/mark-changes.js';

/** The name of the page of changes. */
const CHANGES = 'changes.html';

export interface ExportOptions {
  /** Allows a folder that is not empty. Files of the same name are replaced. */
  force?: boolean;
  releases?: readonly Release[];
  /** Changes to mark in the reference page. */
  diff?: SpecDiff;
  /** Called after each file is written. */
  onFile?: (path: string, byteCount: number) => void;
}

/**
 * Writes the page and its files to a folder. Try-it requests go to the servers of the contract.
 * @throws an Error that names the folder, if it cannot be written to, or if it is not empty and `force` is false.
 */
export async function exportDocs(
  contract: Contract,
  folder: string,
  options: ExportOptions = {},
): Promise<void> {
  try {
    await makeFolder(folder);
    await writeFiles(contract, folder, options);
  } catch (error) {
    throw describe(error, folder);
  }
}

async function writeFiles(
  contract: Contract,
  folder: string,
  { force = false, releases = readReleases(), diff, onFile = () => {} }: ExportOptions,
): Promise<void> {
  if (!force && (await readdir(folder)).length > 0) {
    throw new Error(`${folder} must be empty; use --force to write into it anyway`);
  }
  const { document } = contract;
  const json = (value: unknown) => pageFile('application/json', toJsonText(value));
  const policy = contentPolicy(document.servers.map(({ url }) => new URL(url).origin));
  const shown = toPageDocument(contract);
  const files = new Map([
    ...pageFiles(),
    ['openapi.json', json(document)] as const,
    [PAGE_DOCUMENT, json(diff ? markChanges(shown, diff) : shown)] as const,
    ...changeFiles(contract, releases, CHANGES, policy),
  ]);
  const paths = { prefix: '', contract: 'openapi.json', changes: CHANGES };
  const page = pageFile(HTML, renderPage(document, { ...paths, files, policy }));
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

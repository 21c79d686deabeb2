// The files of the page made from the sources, for servers and previews that run without a build.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Assets } from '../src/index.js';
import { bundle, bundleAssets } from './bundle.js';

const SDK = new URL('../../sdk/', import.meta.url);
const SOURCE = ['--import', 'tsx', '--conditions=@animal-store/source'];

export function readAssets(): Promise<Assets> {
  return bundleAssets();
}

/** The SDK of the contract as it is now: its methods are generated first. */
export async function readSdk(): Promise<Buffer> {
  await promisify(execFile)(process.execPath, [...SOURCE, 'generator/main.ts'], { cwd: SDK });
  return bundle(fileURLToPath(new URL('src/index.ts', SDK)));
}

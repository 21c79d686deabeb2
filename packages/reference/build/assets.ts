// The files of the page made from the sources, as small as they get: for the build, and for servers and previews that run
// without one.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Assets } from '../src/index.js';

const BROWSER = new URL('../src/browser/', import.meta.url);
const SDK = new URL('../../sdk/', import.meta.url);
const SOURCE = ['--import', 'tsx', '--conditions=@animal-store/source'];

export async function readAssets(): Promise<Assets> {
  const names = ['reference.js', 'reference.css'];
  const bundles = names.map((name) => bundle(new URL(name.replace('.js', '.ts'), BROWSER)));
  return new Map((await Promise.all(bundles)).map((bytes, index) => [names[index] ?? '', bytes]));
}

/** The SDK of the contract as it is now: its methods are generated first. */
export async function readSdk(): Promise<Buffer> {
  await promisify(execFile)(process.execPath, [...SOURCE, 'generator/main.ts'], { cwd: SDK });
  return bundle(new URL('src/index.ts', SDK));
}

export async function bundle(entry: URL): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@animal-store/source'],
    legalComments: 'none',
    logLevel: 'silent',
  });
  return Buffer.from(outputFiles[0]?.contents ?? '');
}

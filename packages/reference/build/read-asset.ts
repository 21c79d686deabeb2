// The files of the page made from the sources, as small as they get: for the build, and for servers and previews that run
// without one.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Asset } from '@animal-store/core/docs-files';
import { build } from 'esbuild';

const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url));
const BROWSER = fileURLToPath(new URL('../src/browser/', import.meta.url));
const SOURCE = ['--import', 'tsx', '--conditions=@animal-store/source'];

/** The SDK is that of the contract as it is now: its methods are generated first. */
export async function readAsset(name: Asset): Promise<Buffer> {
  if (name !== 'sdk.js') return bundle(`${BROWSER}${name.replace('.js', '.ts')}`);
  await promisify(execFile)(process.execPath, [...SOURCE, 'generator/main.ts'], { cwd: SDK });
  return bundle(`${SDK}src/index.ts`);
}

/** @param entry A file, or the name of a package. */
export async function bundle(entry: string): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [entry],
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

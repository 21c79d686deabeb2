// Bundles for browsers, as small as they get.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Assets } from '../src/index.js';

const BROWSER = fileURLToPath(new URL('../src/browser/', import.meta.url));

export async function bundleAssets(): Promise<Assets> {
  return new Map([
    ['reference.js', await bundle(`${BROWSER}reference.ts`)],
    ['reference.css', await bundle(`${BROWSER}reference.css`)],
  ]);
}

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

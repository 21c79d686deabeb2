// The files that the build made of browser/ and of the SDK. A checkout without a build has ../build/assets.ts instead.
import { readFile } from 'node:fs/promises';
import type { Assets } from './index.js';

export async function readAssets(): Promise<Assets> {
  return new Map([
    ['reference.js', await read('reference.js')],
    ['reference.css', await read('reference.css')],
  ]);
}

/** The script that makes live calls. */
export const readSdk = () => read('sdk.js');

function read(name: string): Promise<Buffer> {
  return readFile(new URL(`assets/${name}`, import.meta.url));
}

// The files that the build made of browser/ and of the SDK. A checkout without a build has ../build/assets.ts instead.
import { readFile } from 'node:fs/promises';
import type { Assets } from './index.js';

export async function readAssets(): Promise<Assets> {
  const names = ['reference.js', 'reference.css'];
  return new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
}

/** The script that makes live calls. */
export function readSdk(): Promise<Buffer> {
  return read('sdk.js');
}

function read(name: string): Promise<Buffer> {
  return readFile(new URL(`assets/${name}`, import.meta.url));
}

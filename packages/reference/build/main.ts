// `npm run build`: writes the files of the page to dist/assets.
import { mkdir, writeFile } from 'node:fs/promises';
import { bundle, readAssets } from './assets.js';

const folder = new URL('../dist/assets/', import.meta.url);
const sdk = await bundle(new URL(import.meta.resolve('@animal-store/sdk')));
await mkdir(folder, { recursive: true });
for (const [name, bytes] of [...(await readAssets()), ['sdk.js', sdk] as const])
  await writeFile(new URL(name, folder), bytes);

// `npm run build`: writes the files of the page to dist/assets.
import { mkdir, writeFile } from 'node:fs/promises';
import { bundle, readAssets } from './assets.js';

await mkdir('dist/assets', { recursive: true });
for (const [name, bytes] of [
  ...(await readAssets()),
  ['sdk.js', await bundle('@animal-store/sdk')] as const,
])
  await writeFile(`dist/assets/${name}`, bytes);

// `npm run build`: writes the files of the API reference to dist.
import { mkdir, writeFile } from 'node:fs/promises';
import { document } from '@animal-store/contract/model';
import { DOCS_FILES } from '@animal-store/core/docs-files';
import { createDocs } from '../src/index.js';
import { bundle, readAsset } from './read-asset.js';

const readDocs = createDocs(document, (name) =>
  name === 'sdk.js' ? bundle('@animal-store/sdk') : readAsset(name),
);
await mkdir('dist', { recursive: true });
for (const name of DOCS_FILES) await writeFile(`dist/${name}`, await readDocs(name));

// `npm run build`: writes the files of the API reference to dist/docs/files.
import { mkdir, writeFile } from 'node:fs/promises';
import { document } from '@animal-store/contract/model';
import { DOCS_FILES } from '../src/docs/site-files.js';
import { createDocs } from '../src/index.js';
import { bundle, readAsset } from './read-asset.js';

const readDocs = createDocs(document, (name) =>
  name === 'sdk.js' ? bundle('@animal-store/sdk') : readAsset(name),
);
await mkdir('dist/docs/files', { recursive: true });
for (const name of DOCS_FILES) await writeFile(`dist/docs/files/${name}`, await readDocs(name));

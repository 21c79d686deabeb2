// `build-reference CONTRACT FOLDER`: writes the files of the API reference of a contract.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCS_FILES } from '@animal-store/core/docs-files';
import { bundleContract, formatProblem } from '@animal-store/spec';
import { createDocs } from '../src/index.js';
import { bundle, readAsset } from './read-asset.js';

const [source, target] = process.argv.slice(2);
if (!source || !target) throw new Error('usage: build-reference CONTRACT FOLDER');
const { bundle: read, problems } = await bundleContract(source);
if (read === undefined) throw new Error(problems.map(formatProblem).join('\n'));
const readDocs = createDocs(read.document, (name) =>
  name === 'sdk.js' ? bundle('@animal-store/sdk') : readAsset(name),
);
await mkdir(target, { recursive: true });
for (const name of DOCS_FILES) await writeFile(join(target, name), await readDocs(name));

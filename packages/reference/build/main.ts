// `build-reference CONTRACT FOLDER --name NAME --key-prefix PREFIX [--sdk]`: writes the files of the API reference of a contract.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DOCS_FILES } from '@animal-store/core/docs-files';
import { bundleContract, formatProblem } from '@animal-store/spec';
import { createDocs, createProduct } from '../src/index.js';
import { bundle, readAsset } from './read-asset.js';

const options = {
  name: { type: 'string' },
  'key-prefix': { type: 'string' },
  sdk: { type: 'boolean', default: false },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const { name, 'key-prefix': keyPrefix, sdk } = values;
const [source, target] = positionals;
if (!source || !target || !name || !keyPrefix)
  throw new Error('usage: build-reference CONTRACT FOLDER --name NAME --key-prefix PREFIX [--sdk]');
const { bundle: read, problems } = await bundleContract(source);
if (read === undefined) throw new Error(problems.map(formatProblem).join('\n'));
const readDocs = createDocs(
  read.document,
  (file) => (file === 'sdk.js' ? bundle('@animal-store/sdk') : readAsset(file)),
  createProduct(name, keyPrefix, sdk),
);
await mkdir(target, { recursive: true });
for (const file of DOCS_FILES) await writeFile(join(target, file), await readDocs(file));

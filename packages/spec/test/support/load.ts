// Contracts in a folder of their own, which is removed after the test.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ContractDocument, unsealDocument } from '../../src/document.js';
import { bundleContract, formatProblem } from '../../src/index.js';

/** openapi.yaml. `components.schemas` is its last part. */
export const CONTRACT = readFileSync(join(__dirname, '../../../../openapi.yaml'), 'utf8');

export let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

export type Files = Record<string, string | Buffer>;

/** Loads the contract, beside other files. */
export async function load(contract: string | Buffer, files: Files = {}) {
  const all: Files = { ...files, 'openapi.yaml': contract };
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { bundle, problems } = await bundleContract(join(folder, 'openapi.yaml'));
  expect(bundle === undefined).toBe(problems.length > 0);
  return {
    document: bundle && (unsealDocument(bundle.document) as ContractDocument),
    problems: problems.map(formatProblem),
  };
}

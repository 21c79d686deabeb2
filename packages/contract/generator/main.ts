// The build step `generate`: reads openapi.yaml, checks that it is a whole OpenAPI document, writes its types and its bundle.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ContractDocument } from '../src/document.js';
import { loadContract } from './load-contract.js';
import { renderDefaults } from './render-defaults.js';
import { renderTypes } from './render-types.js';

const [source, target] = process.argv.slice(2);
if (!source || !target) {
  console.error('usage: generate OPENAPI_YAML TARGET_FOLDER');
  process.exit(2);
}

const { document, faults } = await loadContract(source);
if (document === undefined) {
  console.error(
    `${basename(source)} is not a valid contract:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
  process.exit(1);
}

const banner = '// Generated from openapi.yaml. Do not edit: the next build writes it anew.\n';
await mkdir(target, { recursive: true });
const files = {
  'types.ts': await renderTypes(document),
  'defaults.ts': renderDefaults(document),
  'document.ts': renderDocument(document),
};
for (const [name, text] of Object.entries(files))
  await writeFile(join(target, name), banner + text);

/** Typed, so that a contract without its quotas, say, does not compile. */
function renderDocument(bundled: ContractDocument): string {
  return `import type { ContractDocument } from '../src/document.js';

export const document: ContractDocument = ${JSON.stringify(bundled, undefined, 2)};
`;
}

// Build step `generate`: checks openapi.yaml, then writes its types, its bundled document and constants derived from it.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SUPPORTED_METHODS } from '@animal-store/openapi-tools';
import type { ContractDocument } from '../src/document.js';
import type { OperationSpec } from '../src/operation-spec.js';
import { loadContract } from './load-contract.js';
import { readOperations } from './read-operations.js';
import { renderDefaults } from './render-defaults.js';
import { renderSchemas } from './render-schemas.js';
import { renderReceivedTypes, renderTypes } from './render-types.js';

const [source, target] = process.argv.slice(2);
if (!source || !target) {
  console.error('usage: generate OPENAPI_YAML TARGET_FOLDER');
  process.exit(2);
}

const { document, problems } = await loadContract(source);
if (document === undefined) {
  console.error(
    `${basename(source)} is not a valid contract:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  );
  process.exit(1);
}

const operations = readOperations(document);
const banner = '// Generated from openapi.yaml. Do not edit: the next build overwrites it.\n';
await mkdir(target, { recursive: true });
const files = {
  'types.ts': await renderTypes(document),
  'received-types.ts': await renderReceivedTypes(document),
  'schemas.ts': renderSchemas(document),
  'defaults.ts': renderDefaults(operations),
  'methods.ts': renderMethods(),
  'document.ts': renderDocument(document),
  'operations.ts': renderOperations(operations),
};
for (const [name, text] of Object.entries(files))
  await writeFile(join(target, name), banner + text);

/** The literal has a type, so that a contract that lacks a required part does not compile. */
function renderDocument(bundled: ContractDocument): string {
  return `import type { ContractDocument } from '../src/document.js';

export const document: ContractDocument = ${JSON.stringify(bundled, undefined, 2)};
`;
}

/** The table of operations, which the server and the SDK share. */
function renderOperations(specs: readonly OperationSpec[]): string {
  return `import type { OperationSpec } from '../src/operation-spec.js';

export const operationSpecs: readonly OperationSpec[] = ${JSON.stringify(specs, undefined, 2)};
`;
}

/** A copy of the list, so that the server does not depend on the generator's tools at run time. */
function renderMethods(): string {
  return `export const METHODS = ${JSON.stringify(SUPPORTED_METHODS)} as const;\n`;
}

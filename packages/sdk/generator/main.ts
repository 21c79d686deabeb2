// `npm run generate`: writes the SDK's methods and the names of its types from the contract.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { document, operationSpecs, SCHEMA_TYPES } from '@animal-store/contract';
import { assertFreeNames } from './assert-free-names.js';
import { renderCallShapes, renderOperations } from './render-operations.js';
import { toSdkOperations } from './sdk-operations.js';

const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n';
assertFreeNames(SCHEMA_TYPES, await readFile('src/index.ts', 'utf8'));
const operations = toSdkOperations(operationSpecs, document);
const files = {
  'operations.ts': renderOperations(
    operations,
    document.info.version,
    document['x-rate-limit-ban'],
  ),
  'call-shapes.ts': renderCallShapes(operations),
  'schemas.ts': `export type { ${SCHEMA_TYPES.join(', ')} } from '@animal-store/contract';\n`,
};
await mkdir('generated', { recursive: true });
for (const [name, text] of Object.entries(files))
  await writeFile(`generated/${name}`, BANNER + text);

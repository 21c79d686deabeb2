// `npm run generate`: writes the SDK's methods and the names of its types from the contract.
import { mkdir, writeFile } from 'node:fs/promises';
import { document, SCHEMA_TYPES } from '@animal-store/contract';
import { readOperations } from './read-operations.js';
import { renderOperations } from './render-operations.js';

const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n';
const operations = readOperations(document);
const text = renderOperations(operations, document.info.version, document['x-rate-limit-ban']);
await mkdir('generated', { recursive: true });
await writeFile('generated/operations.ts', BANNER + text);
await writeFile(
  'generated/schemas.ts',
  `${BANNER}export type { ${SCHEMA_TYPES.join(', ')} } from '@animal-store/contract';\n`,
);

// `npm run generate`: writes generated/operations.ts, the SDK's methods, from the contract.
import { mkdir, writeFile } from 'node:fs/promises';
import { document } from '@animal-store/contract';
import { readOperations } from './read-operations.js';
import { renderOperations } from './render-operations.js';

const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n';
const operations = readOperations(document);
const text = renderOperations(operations, document.info.version, document['x-rate-limit-ban']);
await mkdir('generated', { recursive: true });
await writeFile('generated/operations.ts', BANNER + text);

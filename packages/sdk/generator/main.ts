// The build step `generate`: writes the SDK's methods from the contract. An operation that is added to openapi.yaml is a
// typed method after the next build, with no line written by hand.
import { mkdir, writeFile } from 'node:fs/promises';
import { document } from '@animal-store/contract';
import { readMethods } from './read-methods.js';
import { renderOperations } from './render-methods.js';

const banner = '// Generated from openapi.yaml. Do not edit: the next build writes it anew.\n';
const methods = readMethods(document);
const text = renderOperations(methods, document.info.version, document['x-rate-limit-ban']);
await mkdir('generated', { recursive: true });
await writeFile('generated/operations.ts', banner + text);

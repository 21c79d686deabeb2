// The compiler of TypeScript, whose nodes openapi-typescript returns, and openapi-typescript itself.
import { createRequire } from 'node:module';
import type TypeScript from 'typescript';

// Node.js takes half a second longer to import TypeScript, a CommonJS file of 9 MB, than to require it.
const require = createRequire(import.meta.url);
export const ts: typeof TypeScript = require('typescript');
export const {
  default: openapiTS,
  astToString,
}: typeof import('openapi-typescript') = require('openapi-typescript');

// Build of the shop of books: its contract, checked and bundled, as JSON. `npx tsx apps/server/test/books/build.js`
import { cpSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generate } from '@animal-store/contract/generator';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

cpSync(here('../../../../openapi.yaml'), here('openapi/common.yaml')); // what the replies of all shops have in common
const { problems } = await generate(here('openapi.yaml'), here('generated'));
if (problems.length > 0) throw new Error(problems.join('\n'));
const { document } = await import(here('generated/document.ts'));
const { operationSpecs } = await import(here('generated/operations.ts'));
writeFileSync(here('generated/contract.json'), JSON.stringify({ document, operationSpecs }));

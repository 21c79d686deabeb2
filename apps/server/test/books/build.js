// Build of the shop of books: its contract, checked, as a module, and its reference page. `npx tsx apps/server/test/books/build.js`
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDocs } from '@animal-store/reference';
import { DOCS_FILES, readDocs } from '@animal-store/reference/docs';
import { generate } from '@animal-store/spec/generate';
import { buildSync } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

cpSync(here('../../../../openapi.yaml'), here('openapi/common.yaml')); // what the replies of all shops have in common
const { problems } = await generate(here('openapi.yaml'), here('generated'));
if (problems.length > 0) throw new Error(problems.join('\n'));
buildSync({
  entryPoints: [here('generated/server.ts')],
  outfile: here('generated/server.js'),
  bundle: true,
  format: 'esm',
  external: ['@animal-store/core'],
});
const { document } = await import(here('generated/document.ts'));
const readBooks = createDocs(document, readDocs);
mkdirSync(here('generated/docs'), { recursive: true });
for (const name of DOCS_FILES) writeFileSync(here(`generated/docs/${name}`), await readBooks(name));

// Files of the server that the compiler does not write: with `build`, those below dist; with `pack`, the operator's documents.
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCS_FILES } from '@animal-store/core/docs-files';

const SERVER = fileURLToPath(new URL('.', import.meta.url));
const REPOSITORY = join(SERVER, '../..');
/** What the server loads of each package: none of it reads OpenAPI. */
const RUN_TIME = {
  contract: ['dist/generated'],
  core: ['dist'],
  engine: ['dist', 'sqlite-driver'],
};

if (process.argv[2] === 'pack') addDocuments();
else addToBuild();

function addToBuild() {
  const dist = join(SERVER, 'dist');
  const packages = join(dist, 'node_modules/@animal-store');
  for (const folder of [packages, join(dist, 'reference')])
    rmSync(folder, { recursive: true, force: true });
  for (const [own, outputs] of Object.entries(RUN_TIME)) {
    for (const name of ['package.json', ...outputs])
      cpSync(join(REPOSITORY, 'packages', own, name), join(packages, own, name), {
        recursive: true,
      });
  }
  for (const name of DOCS_FILES)
    cpSync(join(REPOSITORY, 'packages/reference/dist', name), join(dist, 'reference', name));
  chmodSync(join(dist, 'main.js'), 0o755);
}

function addDocuments() {
  for (const name of ['deploy', 'docs'])
    rmSync(join(SERVER, name), { recursive: true, force: true });
  for (const name of ['deploy', 'docs/operate', 'docs/security.md'])
    cpSync(join(REPOSITORY, name), join(SERVER, name), { recursive: true });
  const pages = readdirSync(join(SERVER, 'docs'), { recursive: true, encoding: 'utf8' });
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const file = join(SERVER, 'docs', page);
    writeFileSync(file, withoutDeadLinks(readFileSync(file, 'utf8'), dirname(file)));
  }
}

/** Links into the repository become their text. */
function withoutDeadLinks(page, folder) {
  return page
    .replaceAll('../apps/server/', '../')
    .replaceAll(/\[([^\]]+)\]\((?!\w+:|#)([^)#]+)[^)]*\)/g, (link, text, target) =>
      existsSync(join(folder, target)) ? link : text,
    );
}

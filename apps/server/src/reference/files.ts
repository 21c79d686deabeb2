// Owns the list of files that the reference page consists of, besides the page itself: Swagger UI's own, from its
// package, and ours.
//
// Our scripts are plain JavaScript in browser/, which the build (`allowJs`) puts into dist: no bundler is needed. The one
// thing changed on their way to the browser are the addresses of what they import, which get a hash as the page's own have.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STYLE } from './style.js';

export interface PageFile {
  bytes: Buffer;
  contentType: string;
  /** Names this content and no other. */
  hash: string;
}

/** By the name under which the page asks for them. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const SCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Its licence wants to go wherever it goes. */
const SWAGGER_UI: Readonly<Record<string, readonly [file: string, contentType: string]>> = {
  'swagger-ui-bundle.js': ['swagger-ui-bundle.js', SCRIPT],
  'swagger-ui.css': ['swagger-ui.css', CSS],
  'swagger-ui-bundle.js.LICENSE.txt': ['swagger-ui-bundle.js.LICENSE.txt', TEXT],
  'swagger-ui.LICENSE.txt': ['LICENSE', TEXT],
  'swagger-ui.NOTICE.txt': ['NOTICE', TEXT],
};
/** Each after those that it imports. */
const OWN_SCRIPTS = [
  'wording.js',
  'overview.js',
  'plugin.js',
  'name-controls.js',
  'modal-dialog.js',
  'start.js',
];

let loaded: PageFiles | undefined;

/** Read once, when the first reader of the page comes. */
export function pageFiles(): PageFiles {
  loaded ??= new Map([...swaggerFiles(), ...ownFiles()]);
  return loaded;
}

export function pageFile(contentType: string, content: Buffer | string): PageFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return { bytes, contentType, hash };
}

function* swaggerFiles(): Generator<[string, PageFile]> {
  const { resolve } = createRequire(import.meta.url);
  for (const [name, [file, contentType]] of Object.entries(SWAGGER_UI)) {
    yield [name, pageFile(contentType, readText(resolve(`swagger-ui-dist/${file}`)))];
  }
}

function* ownFiles(): Generator<[string, PageFile]> {
  const folder = fileURLToPath(new URL('browser/', import.meta.url));
  const hashes = new Map<string, string>();
  for (const name of OWN_SCRIPTS) {
    const file = pageFile(SCRIPT, hashImports(readText(join(folder, name)), hashes));
    hashes.set(name, file.hash);
    yield [name, file];
  }
  yield ['reference.css', pageFile(CSS, STYLE)];
}

/** So a script's own hash covers what it imports, too: no cache can pair it with another edition of that. */
function hashImports(script: string, hashes: ReadonlyMap<string, string>): string {
  return script.replace(/(?<= from ['"]\.\/)[\w-]+\.js(?=['"])/g, (name) => {
    const hash = hashes.get(name);
    if (hash === undefined) throw new Error(`${name} is imported before it is read`);
    return `${name}?v=${hash}`;
  });
}

/** Without the comment that leads to a source map: there is none. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replace(/\n(?:\/\/|\/\*)# sourceMappingURL=\S+\s*$/, '\n');
}

// Files of the API reference page besides its HTML: Swagger UI's files, from its package, and our own.
//
// Our scripts are plain JavaScript in browser/. The build (`allowJs`) copies them to dist, so no bundler is needed.
// They are served unchanged except for their import URLs, which get a content hash, like the URLs in the page.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STYLE } from './style.js';

export interface PageFile {
  bytes: Buffer;
  contentType: string;
  /** Content hash. */
  hash: string;
}

/** The files by the name under which the page requests them. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** The contract as the page shows it. */
export const PAGE_DOCUMENT = 'reference.json';

const SCRIPT = 'text/javascript; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
export const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Swagger UI's licence requires that the licence files are distributed with it. */
const SWAGGER_UI: Readonly<Record<string, readonly [file: string, contentType: string]>> = {
  'swagger-ui-bundle.js': ['swagger-ui-bundle.js', SCRIPT],
  'swagger-ui.css': ['swagger-ui.css', CSS],
  'swagger-ui-bundle.js.LICENSE.txt': ['swagger-ui-bundle.js.LICENSE.txt', TEXT],
  'swagger-ui.LICENSE.txt': ['LICENSE', TEXT],
  'swagger-ui.NOTICE.txt': ['NOTICE', TEXT],
};
/** In dependency order: each script after those that it imports. */
const OWN_SCRIPTS = [
  'wording.js',
  'code-box.js',
  'changes.js',
  'open-operation.js',
  'contents.js',
  'responses.js',
  'samples.js',
  'try-it.js',
  'overview.js',
  'plugin.js',
  'name-controls.js',
  'modal-dialog.js',
  'start.js',
];

let loaded: PageFiles | undefined;

/** The files are read once, at the first request for the page. */
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

/** Adds hashes to import URLs. A script's hash so covers its imports too, and no cache can mix versions of them. */
function hashImports(script: string, hashes: ReadonlyMap<string, string>): string {
  return script.replace(/(?<= from ['"]\.\/)[\w-]+\.js(?=['"])/g, (name) => {
    const hash = hashes.get(name);
    if (hash === undefined) throw new Error(`${name} is imported before it is read`);
    return `${name}?v=${hash}`;
  });
}

/** Removes the sourceMappingURL comment: no source map is served. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replace(/\n(?:\/\/|\/\*)# sourceMappingURL=\S+\s*$/, '\n');
}

// API reference as a static site, rendered from the bundled contract alone: everything can be read without JavaScript.
//
//   page.ts          the frame of a page, and the reference page
//   operations.ts    operations as everything below reads them
//   operation.ts     an operation; samples.ts: its code; try-form.ts: its live call
//   schema.ts        schemas; schema-node.ts: references and `allOf`; schema-facts.ts: types and limits
//   chapters.ts      the guide after the operations
//   preview.ts       the summary of a preview
//   site.ts          what all of them share; marks of changes
//   browser/         the script: search, key, language, copies, live calls by the SDK
//   assets.ts        the script, the SDK and the style sheet as the build made them
import { createHash } from 'node:crypto';
import { type Links, renderPage } from './page.js';
import { type ContractChanges, type ReferenceContract, Site } from './site.js';

export { BASE_URL } from './code.js';
export { html } from './html.js';
export { contentPolicy } from './page.js';
export { quote, renderFirstCall, renderSamples } from './samples.js';
export type { ContractChange, ContractChanges, ReferenceContract } from './site.js';
export { writeFiles } from './write-files.js';

export interface ReferenceOptions {
  /** Changes to mark, for a preview. */
  changes?: ContractChanges;
  /** `readAssets()` of `@animal-store/reference/assets`. */
  assets: Assets;
  /** By default the page is `index.html`, and everything else is beside it. */
  links?: Links;
}

/** The script, the style sheet and further files, by name. The first live call loads `sdk.js`: `readSdk()`. */
export type Assets = ReadonlyMap<string, Buffer>;

export interface PageFile {
  bytes: Buffer;
  contentType: string;
  /** Content hash. */
  hash: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};
const EXPORTED: Links = { folder: '', contract: 'openapi.json' };

/** The files of the site by name: `index.html` and the assets. */
export function renderReference(
  contract: ReferenceContract,
  { changes, assets, links = EXPORTED }: ReferenceOptions,
): Map<string, PageFile> {
  const files = new Map(Array.from(assets, ([name, bytes]) => [name, pageFile(name, bytes)]));
  const site = new Site(contract, changes);
  const page = Buffer.from(renderPage(site, links, files));
  return files.set('index.html', pageFile('index.html', page));
}

export function pageFile(name: string, bytes: Buffer): PageFile {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  return {
    bytes,
    contentType: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    hash,
  };
}

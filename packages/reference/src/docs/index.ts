// The files of the API reference as the build wrote them, for servers. A checkout without a build has ../../build/docs.ts instead.
import { readFile } from 'node:fs/promises';
import type { ReadDocs } from './site-files.js';

export { BASE_URL, quote } from './sample-text.js';
export * from './site-files.js';
export { writeFiles } from './write-files.js';

export const readDocs: ReadDocs = (name) => readFile(new URL(`files/${name}`, import.meta.url));

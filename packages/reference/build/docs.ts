// The files of the API reference, made of the sources when they are first read: for previews and servers that run without a build.
import { document } from '@animal-store/contract';
import { createDocs } from '../src/index.js';
import { readAsset } from './read-asset.js';

export * from '../src/docs/index.js';

export const readDocs = createDocs(document, readAsset);

// The files of the API reference, made of the sources when they are first read: for previews and servers that run without a build.
import { document } from '@animal-store/contract/model';
import { ANIMAL_STORE, createDocs } from '../src/index.js';
import { readAsset } from './read-asset.js';

export const readDocs = createDocs(document, readAsset, ANIMAL_STORE);

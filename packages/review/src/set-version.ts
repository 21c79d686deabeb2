// Last step of `npm run release`: copies the SDK's version, which changesets has set, into `info.version` of
// openapi.yaml. Replaces one line, so that the file keeps its comments and layout.
import { readFileSync, writeFileSync } from 'node:fs';
import { getIn } from '@animal-store/openapi-tools';
import { CONTRACT_FILE, REPOSITORY } from './repository.js';

const VERSION_LINE = /^( {2}version: )\S+$/m;

const manifest: unknown = JSON.parse(
  readFileSync(`${REPOSITORY}packages/sdk/package.json`, 'utf8'),
);
const version = getIn(manifest, 'version');
if (typeof version !== 'string') throw new Error('packages/sdk/package.json has no version');
const text = readFileSync(CONTRACT_FILE, 'utf8');
if (!VERSION_LINE.test(text)) throw new Error('openapi.yaml has no line for info.version');
writeFileSync(CONTRACT_FILE, text.replace(VERSION_LINE, `$1${version}`));
console.log(`openapi.yaml: info.version is ${version}`);

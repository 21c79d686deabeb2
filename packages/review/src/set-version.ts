// `npm run release:version`, after changesets has taken its step: writes the SDK's new version into openapi.yaml, so that
// `info.version` and the SDK's version stay one. Comments and layout of the file stay as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { at } from '../../contract/generator/json.js';
import { CONTRACT_FILE, REPOSITORY } from './repository.js';

const VERSION_LINE = /^( {2}version: )\S+$/m;

const manifest: unknown = JSON.parse(
  readFileSync(`${REPOSITORY}packages/sdk/package.json`, 'utf8'),
);
const version = at(manifest, 'version');
if (typeof version !== 'string') throw new Error('packages/sdk/package.json has no version');
const text = readFileSync(CONTRACT_FILE, 'utf8');
if (!VERSION_LINE.test(text)) throw new Error('openapi.yaml: info.version is not where it was');
writeFileSync(CONTRACT_FILE, text.replace(VERSION_LINE, `$1${version}`));
console.log(`openapi.yaml: info.version is ${version}`);

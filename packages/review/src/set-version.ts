// `npm run release:version`, after changesets has taken its step: writes the SDK's new version into openapi.yaml, so that
// `info.version` and the SDK's version stay one. Comments and layout of the file stay as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const CONTRACT = resolve(ROOT, 'openapi.yaml');
const VERSION_LINE = /^( {2}version: )\S+$/m;

const manifest: unknown = JSON.parse(
  readFileSync(resolve(ROOT, 'packages/sdk/package.json'), 'utf8'),
);
const version = versionOf(manifest);
const text = readFileSync(CONTRACT, 'utf8');
if (!VERSION_LINE.test(text)) throw new Error('openapi.yaml: info.version is not where it was');
writeFileSync(CONTRACT, text.replace(VERSION_LINE, `$1${version}`));
console.log(`openapi.yaml: info.version is ${version}`);

function versionOf(json: unknown): string {
  if (typeof json === 'object' && json !== null && 'version' in json) return String(json.version);
  throw new Error('packages/sdk/package.json has no version');
}

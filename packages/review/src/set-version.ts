// A step of `npm run release`: copies the versions that changesets has set: the SDK's into `info.version` of openapi.yaml, the
// server's into the files that name its package or image. Replaces single lines, so that the files keep comments and layout.
import { readFileSync, writeFileSync } from 'node:fs';
import { getIn } from '@animal-store/spec/json';
import { CONTRACT_FILE, REPOSITORY } from './repository.js';

const VERSION_LINE = /^( {2}version: )\S+$/m;
const SERVER_FILES = ['compose.yaml', 'deploy/kubernetes.yaml', 'docs/operate/install.md'];
/** As in `animal-store:1.0.0`, `animal-store-server-1.0.0.tgz` and the name of a Job, `animal-store-migrate-1-0-0`. */
const SERVER_VERSION = /(?<=animal-store(?:-server|-migrate)?[-:])\d+([.-])\d+\1\d+/g;

const version = versionOf('packages/sdk');
const text = readFileSync(CONTRACT_FILE, 'utf8');
if (!VERSION_LINE.test(text)) throw new Error('openapi.yaml has no line for info.version');
writeFileSync(CONTRACT_FILE, text.replace(VERSION_LINE, `$1${version}`));
console.log(`openapi.yaml: info.version is ${version}`);

const serverVersion = versionOf('apps/server');
for (const name of SERVER_FILES) {
  const before = readFileSync(`${REPOSITORY}${name}`, 'utf8');
  const after = before.replace(SERVER_VERSION, (_, dot: string) =>
    serverVersion.replaceAll('.', dot),
  );
  writeFileSync(`${REPOSITORY}${name}`, after);
}
console.log(`${SERVER_FILES.join(', ')}: the server is ${serverVersion}`);

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(`${REPOSITORY}${folder}/package.json`, 'utf8'));
  const version = getIn(manifest, 'version');
  if (typeof version !== 'string') throw new Error(`${folder}/package.json has no version`);
  return version;
}

// Project of a user: an empty folder, outside the repository, with the packed SDK and what it depends on.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SDK = fileURLToPath(new URL('../../../packages/sdk', import.meta.url));
/** Through this link the tests import the packed SDK. Node and TypeScript resolve its imports from the project. */
const LINK = fileURLToPath(new URL('../node_modules/@animal-store/sdk', import.meta.url));

/** Returns the project's folder. */
export function installPackage(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'animal-store-sdk-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
  const tarball = fileName(JSON.parse(npm('pack', SDK, '--json', '--ignore-scripts')));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm('install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`);
  mkdirSync(dirname(LINK), { recursive: true });
  rmSync(LINK, { recursive: true, force: true });
  symlinkSync(join(folder, 'node_modules/@animal-store/sdk'), LINK, 'dir');
  return folder;
}

/** The packed SDK, as the project has it. */
export function sdkFolder(): string {
  return realpathSync(LINK);
}

/** The project's folder in a test. */
export function projectFolder(): string {
  return sdkFolder().replace(/\/node_modules\/.*$/, '');
}

/** `npm pack --json` prints a list or, in newer versions, an object keyed by package name. */
function fileName(packed: unknown): string {
  const [first] = typeof packed === 'object' && packed !== null ? Object.values(packed) : [];
  if (typeof first === 'object' && first !== null && 'filename' in first)
    return String(first.filename);
  throw new Error('npm pack printed no file name');
}

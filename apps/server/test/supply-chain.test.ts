// What the product is made of: every version pinned, no known-bad one, no install script that nobody allowed by name,
// and only licences that let it be shipped. All read from package-lock.json, which `npm ci` holds to.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './support/spawn-cli.js';

interface Package {
  name?: string;
  version?: string;
  /** Of a workspace's link: its folder. */
  resolved?: string;
  link?: boolean;
  license?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** Below these, a hostile request can cost the server its time or its memory. */
const FLOORS = { 'path-to-regexp': '8.4.0', qs: '6.16.0', 'body-parser': '2.3.0' };

/** Each asks for no more than to be named. */
const LICENCES = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0', // argparse, which reads what the validator is given
  '(BSD-2-Clause OR MIT OR Apache-2.0)',
  '(MIT OR WTFPL)',
];

const lock = readJson<{ packages: Record<string, Package> }>('package-lock.json').packages;
const manifests = ['package.json', ...workspaces('packages'), ...workspaces('apps')];

test.each(manifests)('%s pins each dependency to one version', (file) => {
  const { dependencies, devDependencies } = readJson<Manifest>(file);
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

test('the lockfile records no address that an installation would have to reach', () => {
  const addresses = Object.values(lock).map(({ resolved = '' }) => resolved);
  expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
});

test.each(Object.entries(FLOORS))('%s is nowhere older than %s', (name, floor) => {
  const versions = Object.entries(lock)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version = '' }]) => version);
  expect(versions).not.toEqual([]);
  for (const version of versions) expect(isAtLeast(version, floor)).toBe(true);
});

test('an install script runs only if package.json allows it by name', () => {
  const { allowScripts = {} } = readJson<Manifest>('package.json');
  const withScript = Object.entries(lock)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
  expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort());
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed).toEqual(['better-sqlite3']); // it is compiled here; the others only announce themselves
});

test('what is shipped has licences that allow it', () => {
  const shipped = ['apps/server', 'packages/sdk'].reduce(addWithDependencies, new Set<string>());
  const foreign = [...shipped].filter((path) => path.startsWith('node_modules/'));
  expect(foreign.length).toBeGreaterThan(100);
  const others = foreign.filter((path) => !LICENCES.includes(licenceOf(path)));
  expect(others.map((path) => `${path} ${licenceOf(path)}`)).toEqual([]);
});

/** Everything that is installed for the package at `path`, and itself. */
function addWithDependencies(found: Set<string>, path: string): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const { dependencies, optionalDependencies } = lock[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = locate(name, path);
    addWithDependencies(found, (lock[place]?.link && lock[place].resolved) || place);
  }
  return found;
}

/** Where Node finds a package that is imported from `from`. */
function locate(name: string, from: string): string {
  const nearby = `${from}/node_modules/${name}`;
  if (lock[nearby]) return nearby;
  const parent = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '');
  if (parent === '' || parent === from) return `node_modules/${name}`;
  return locate(name, parent);
}

/** As the lockfile says; where it is silent, as the package's own manifest does, in the old form. */
function licenceOf(path: string): string {
  const { license } = lock[path] ?? {};
  if (license !== undefined) return license;
  const { licenses = [] } = readJson<{ licenses?: { type: string }[] }>(`${path}/package.json`);
  return licenses.map(({ type }) => type).join(' OR ');
}

function nameOf(path: string): string {
  return path.replace(/^.*node_modules\//, '');
}

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}

function workspaces(folder: string): string[] {
  return readdirSync(join(REPOSITORY, folder)).map((name) => `${folder}/${name}/package.json`);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as T;
}

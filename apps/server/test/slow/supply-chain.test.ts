// Supply chain: pinned versions with hashes, minimum versions, no install scripts, and permissive licences. `npm ci`
// installs the versions in package-lock.json.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/spawn-cli.js';

interface Package {
  name?: string;
  version?: string;
  /** For a link to a workspace: its folder. */
  resolved?: string;
  link?: boolean;
  integrity?: string;
  license?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  engines?: { node?: string };
}

/** Older versions have denial-of-service vulnerabilities. */
const MIN_VERSIONS = { 'path-to-regexp': '8.4.0', qs: '6.16.0', 'body-parser': '2.3.0' };

/** Licences that require only attribution. */
const LICENCES = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0', // argparse, a dependency of the validator
  '(BSD-2-Clause OR MIT OR Apache-2.0)',
  '(MIT OR WTFPL)',
];

/** Installed on first use, separately from the workspaces. */
const SEPARATE_INSTALLS = [
  'bench',
  'apps/storefront',
  'tools/generators',
  'tools/release',
  'tools/sdk-checks',
  '.ci/node-versions',
];

const lock = readLock('package-lock.json');
const manifests = [
  'package.json',
  'bench/package.json',
  ...manifestsIn('packages', 'apps', 'tools'),
];

test.each(manifests)('%s pins every dependency to one version', (file) => {
  const { dependencies, devDependencies } = readJson<Manifest>(file);
  const unpinned = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) =>
      !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^file:\.\.\/\.\.\/packages\/\w+$/.test(version),
  );
  expect(unpinned).toEqual([]);
});

describe.each([
  'package-lock.json',
  ...SEPARATE_INSTALLS.map((folder) => `${folder}/package-lock.json`),
])('%s', (file) => {
  const packages = readLock(file);

  test('has no registry URLs', () => {
    const addresses = Object.values(packages).map(({ resolved = '' }) => resolved);
    expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
  });

  test('has a hash for every package from a registry', () => {
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    );
    expect(installed).not.toEqual([]);
    const unchecked = installed.filter(
      ([, { integrity = '' }]) => !integrity.startsWith('sha512-'),
    );
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });
});

describe.each(SEPARATE_INSTALLS)('the lockfile of %s', (folder) => {
  test('matches its package.json', () => {
    const { dependencies, devDependencies } = readJson<Manifest>(`${folder}/package.json`);
    const locked = readLock(`${folder}/package-lock.json`)[''];
    expect(locked?.dependencies).toEqual(dependencies);
    expect(locked?.devDependencies).toEqual(devDependencies);
  });
});

test('CI tests the oldest version of Node.js that package.json allows', () => {
  const { engines = {} } = readJson<Manifest>('package.json');
  const { dependencies = {} } = readJson<Manifest>('.ci/node-versions/package.json');
  const tested = Object.values(dependencies).map(
    (pin) => `>=${pin.slice(pin.lastIndexOf('@') + 1)}`,
  );
  expect(tested).toContain(`${engines.node}.0`);
});

test.each(Object.entries(MIN_VERSIONS))(
  'every installed version of %s is at least %s',
  (name, min) => {
    const versions = Object.entries(lock)
      .filter(([path]) => path.endsWith(`node_modules/${name}`))
      .map(([, { version = '' }]) => version);
    expect(versions).not.toEqual([]);
    for (const version of versions) expect(isAtLeast(version, min)).toBe(true);
  },
);

test.each(['.', ...SEPARATE_INSTALLS])('npm runs no install scripts in %s', (folder) => {
  const setting = execFileSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: join(REPOSITORY, folder),
    encoding: 'utf8',
  });
  expect(setting.trim()).toBe('true');
});

const shipped = ['apps/server', 'packages/sdk'].reduce(addWithDependencies, new Set<string>());
const thirdParty = [...shipped].filter((path) => path.startsWith('node_modules/'));

test('of the packages that are shipped, only the SQLite driver has an install script', () => {
  const scripted = thirdParty.filter((path) => lock[path]?.hasInstallScript);
  expect(scripted).toEqual(['node_modules/better-sqlite3']);
});

test('all packages that are shipped have a permitted licence', () => {
  expect(thirdParty.length).toBeGreaterThan(100);
  const others = thirdParty.filter((path) => !LICENCES.includes(licenceOf(path)));
  expect(others.map((path) => `${path} ${licenceOf(path)}`)).toEqual([]);
});

/** Adds the package at `path` and its dependencies to `found`. */
function addWithDependencies(found: Set<string>, path: string): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const { dependencies, optionalDependencies } = lock[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const dependencyPath = resolvePath(name, path);
    addWithDependencies(
      found,
      (lock[dependencyPath]?.link && lock[dependencyPath].resolved) || dependencyPath,
    );
  }
  return found;
}

/** Resolves a package name like Node.js. */
function resolvePath(name: string, from: string): string {
  const nearby = `${from}/node_modules/${name}`;
  if (lock[nearby]) return nearby;
  const parent = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '');
  if (parent === '' || parent === from) return `node_modules/${name}`;
  return resolvePath(name, parent);
}

/** From the lockfile, or else from the old `licenses` field of the package's manifest. */
function licenceOf(path: string): string {
  const { license } = lock[path] ?? {};
  if (license !== undefined) return license;
  const { licenses = [] } = readJson<{ licenses?: { type: string }[] }>(`${path}/package.json`);
  return licenses.map(({ type }) => type).join(' OR ');
}

function isAtLeast(version: string, min: string): boolean {
  return version.localeCompare(min, 'en', { numeric: true }) >= 0;
}

function manifestsIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/package.json`)
      .filter((file) => existsSync(join(REPOSITORY, file))),
  );
}

function readLock(path: string): Record<string, Package> {
  return readJson<{ packages: Record<string, Package> }>(path).packages;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as T;
}

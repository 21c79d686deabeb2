// Supply chain: pinned versions with hashes, no known-bad version, no install scripts, and licences that permit shipping.
// `npm ci` installs what package-lock.json says.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/spawn-cli.js';

interface Package {
  name?: string;
  version?: string;
  /** Of a workspace's link: its folder. */
  resolved?: string;
  link?: boolean;
  integrity?: string;
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  engines?: { node?: string };
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

/** Installed at first use by the scripts that need them, apart from the workspaces. */
const SEPARATE = ['apps/bench', 'tools/release', '.ci/node-versions'];

const lock = readLock('package-lock.json');
const manifests = ['package.json', ...manifestsIn('packages', 'apps', 'tools')];

test.each(manifests)('%s pins each dependency to one version', (file) => {
  const { dependencies, devDependencies } = readJson<Manifest>(file);
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});

describe.each(['package-lock.json', ...SEPARATE.map((folder) => `${folder}/package-lock.json`)])(
  '%s',
  (file) => {
    const packages = readLock(file);

    test('records no address that an installation would have to reach', () => {
      const addresses = Object.values(packages).map(({ resolved = '' }) => resolved);
      expect(addresses.filter((address) => address.includes('://'))).toEqual([]);
    });

    test('has a hash of each package that comes from a registry', () => {
      const installed = Object.entries(packages).filter(
        ([path, { link }]) => path.includes('node_modules/') && !link,
      );
      expect(installed).not.toEqual([]);
      const unchecked = installed.filter(
        ([, { integrity = '' }]) => !integrity.startsWith('sha512-'),
      );
      expect(unchecked.map(([path]) => path)).toEqual([]);
    });
  },
);

describe.each(SEPARATE)('the packages of %s', (folder) => {
  test('are those of its package.json', () => {
    const { dependencies, devDependencies } = readJson<Manifest>(`${folder}/package.json`);
    const locked = readLock(`${folder}/package-lock.json`)[''];
    expect(locked?.dependencies).toEqual(dependencies);
    expect(locked?.devDependencies).toEqual(devDependencies);
  });
});

test('CI tries the oldest Node that package.json allows', () => {
  const { engines = {} } = readJson<Manifest>('package.json');
  const { dependencies = {} } = readJson<Manifest>('.ci/node-versions/package.json');
  const tried = Object.values(dependencies).map(
    (pin) => `>=${pin.slice(pin.lastIndexOf('@') + 1)}`,
  );
  expect(tried).toContain(`${engines.node}.0`);
});

test.each(Object.entries(FLOORS))('%s is nowhere older than %s', (name, floor) => {
  const versions = Object.entries(lock)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version = '' }]) => version);
  expect(versions).not.toEqual([]);
  for (const version of versions) expect(isAtLeast(version, floor)).toBe(true);
});

test.each(['.', ...SEPARATE])('an installation in %s runs no install script', (folder) => {
  const setting = execFileSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: join(REPOSITORY, folder),
    encoding: 'utf8',
  });
  expect(setting.trim()).toBe('true');
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

function isAtLeast(version: string, floor: string): boolean {
  return version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}

function manifestsIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder)).map((name) => `${folder}/${name}/package.json`),
  );
}

function readLock(path: string): Record<string, Package> {
  return readJson<{ packages: Record<string, Package> }>(path).packages;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as T;
}

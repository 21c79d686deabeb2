// The packed server, installed by npm in an empty folder: its files, its connections, its commands, and a run
// on both databases.
import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shop } from '../../src/shop.js';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { REPOSITORY, readRepositoryFile } from '../support/repository.js';
import { createKeyApart } from '../support/run-cli.js';
import { startServerProcess } from '../support/start-server-process.js';
import { packDriver, packServer, VERSION } from './install/pack-versions.js';

const MAX_TARBALL_BYTES = 900_000;
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

const scratch = mkdtempSync(join(tmpdir(), 'animal-store-package-'));
const prefix = join(scratch, 'prefix');
const home = join(scratch, 'home');
const elsewhere = join(scratch, 'elsewhere');
const installed = join(prefix, 'lib/node_modules/@animal-store/server');
const entry = join(installed, 'dist/main.js');
const refused = join(scratch, 'refused.txt');
const REGISTRY_HOSTS = findRegistryHosts();
const HOOK = join(__dirname, '../support/refuse-connections.cjs');
let tarball: string;
let packages: Manifest[];
/** What the installation prints on a terminal. */
let printed: string;

interface Manifest {
  name: string;
  version: string;
  license?: string;
  /** Of old packages, in place of a license. */
  licenses?: { type: string }[];
  scripts?: Record<string, string>;
}

beforeAll(() => {
  for (const folder of [prefix, home, elsewhere]) mkdirSync(folder);
  tarball = join(scratch, packServer(scratch));
  packDriver(scratch);
  const install = `npm install --global --prefix ${prefix} ${tarball}`;
  const terminal = ['--quiet', '--return', '--command', install, '/dev/null'];
  const options = { cwd: elsewhere, env: npmEnvironment(), encoding: 'utf8' } as const;
  printed = execFileSync('script', terminal, options);
  packages = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(installed, path), 'utf8')));
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe('when the packed server is installed', () => {
  test('then the tarball has the program, its documents and the driver build, and nothing else', () => {
    const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    const others = files.filter(
      (file) => !/^package\/(dist|deploy|docs)\/.+(?<!\.d\.ts|\.map)$/.test(file),
    );
    expect(others.sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
    const own = files.flatMap(
      (file) => /@animal-store\/(\w+)\/package\.json$/.exec(file)?.[1] ?? [],
    );
    expect(own.sort()).toEqual(['contract', 'core', 'engine']);
    expect(files.filter((file) => /\.ts$|\btests?\b|(^|\/)src\//.test(file))).toEqual([]);
    expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
  });

  test('then it depends on what its copies of the engine and of core depend on', () => {
    const manifests = ['engine', 'core'].map((name) => readManifest(`packages/${name}`));
    const needed = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies));
    const { dependencies, optionalDependencies } = readManifest('apps/server');
    expect(dependencies).toEqual(
      Object.fromEntries(needed.filter(([name]) => !name.startsWith('@animal-store/'))),
    );
    expect(optionalDependencies).toEqual(manifests[0]?.optionalDependencies);
  });

  test('then the installation says that the driver may take minutes, before it is built', () => {
    const lines = printed.split(/[\r\n]+/).filter((line) => line.includes('SQLite driver'));
    expect(lines).toEqual([
      expect.stringMatching(/downloaded or compiled, .* up to three minutes/),
    ]);
    expect(printed.indexOf('SQLite driver')).toBeLessThan(printed.indexOf('added '));
  });

  test('then it has the pages of operators, whose links work, and what they monitor with', () => {
    for (const file of ['docs/operate/install.md', 'deploy/alerts.yaml', 'deploy/grafana.json'])
      expect(existsSync(join(installed, file))).toBe(true);
    const docs = join(installed, 'docs');
    const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' });
    const dead = pages
      .filter((page) => page.endsWith('.md'))
      .flatMap((page) =>
        Array.from(readFileSync(join(docs, page), 'utf8').matchAll(/\]\((?!\w+:|#)([^)#]+)/g))
          .map(([, target = '']) => target)
          .filter((target) => !existsSync(join(docs, dirname(page), target)))
          .map((target) => `${page}: ${target}`),
      );
    expect(dead).toEqual([]);
  });

  test('then its packages have permitted licences, and only the driver has a script for the installation', () => {
    expect(packages.length).toBeGreaterThan(100);
    const scripted = packages.filter(({ scripts = {} }) =>
      ['preinstall', 'install', 'postinstall'].some((name) => name in scripts),
    );
    expect(scripted.map(({ name }) => name)).toEqual(['better-sqlite3']);
    const licences = packages.map(
      ({ name, license, licenses = [] }) =>
        `${license ?? licenses.map(({ type }) => type).join(' OR ')}: ${name}`,
    );
    expect(licences.filter((line) => !LICENCES.includes(line.split(':')[0] ?? ''))).toEqual([]);
  });

  test.each(Object.entries(MIN_VERSIONS))('then each %s in it is at least %s', (name, min) => {
    const found = packages.filter((one) => one.name === name);
    expect(found).not.toEqual([]);
    for (const { version } of found)
      expect(version.localeCompare(min, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  test('then it says its version, has every command, and exports the reference page, which needs no repository', () => {
    const version = `animal-store ${VERSION}, schema ${shop.schema.version}, Node ${process.version}\n`;
    expect(run(['--version']).stdout).toBe(version);
    expect(run(['--help'])).toMatchObject({ stderr: '', status: 0 });
    for (const name of ['pets', 'orders', 'usage', 'restore', 'migrate', 'copy', 'doctor'])
      expect(run([name, '--help'])).toMatchObject({ stderr: '', status: 0 });
    const folder = join(elsewhere, 'site');
    expect(run(['docs', 'export', folder])).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<main id="main"');
  });

  test('but its driver is not built, then a command on SQLite says in one line what to run', () =>
    without('better-sqlite3/build', () => {
      const create = ['keys', 'create', '--plan', 'free', '--name', 'x'];
      for (const command of [['serve'], create, ['backup', 'x']]) {
        const { stdout, stderr, status } = run(command);
        expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
        expect(stderr).toMatch(
          /^animal-store: cannot use better-sqlite3, .* it is not built yet; run: node ".*ensure\.js"\n$/,
        );
      }
    }));

  test('then on SQLite it issues a key, serves and stops', () =>
    serveOnce({ DATABASE_URL: `file:${join(elsewhere, 'store.db')}` }));

  test('then OpenTelemetry, installed as the page says, names the route of a request', async () => {
    const page = readFileSync(join(installed, 'docs/operate/monitoring.md'), 'utf8');
    const [, commands = ''] = /^## Traces$.*?^```sh\n(.*?)^```$/ms.exec(page) ?? [];
    const script = commands
      .replaceAll('/opt/otel', join(scratch, 'otel'))
      .replace('animal-store serve', 'env');
    const printed = execFileSync('sh', ['-c', script], { env: npmEnvironment(), encoding: 'utf8' });
    const env = Object.fromEntries(printed.split('\n').map((line) => line.split(/=(.*)/)));
    const server = await startServerProcess({
      entry,
      cwd: elsewhere,
      env: { ...env, DATABASE_URL: `file:${join(elsewhere, 'traced.db')}` },
      timeoutMs: 60_000,
    });
    await server.call('/pets/1', 'as_live_unknown');
    await server.waitForOutput('stdout', /name: 'GET \/v1\/pets\/:petId'/);
    await server.stop();
  });

  describeIfService('PostgreSQL')('then on PostgreSQL', () => {
    const database = useDatabase();
    test('it issues a key, serves and stops, without the SQLite driver', () =>
      without('better-sqlite3', () => serveOnce({ DATABASE_URL: database.url })));
  });

  test('then nothing has connected to a host but the registry and this machine', () => {
    const script = "fetch('http://example.com').catch(() => {})";
    const probe = spawnSync(process.execPath, ['-e', script], { env: environment() });
    expect(probe.status).toBe(0);
    expect(readFileSync(refused, 'utf8').trim().split('\n')).toEqual([
      `example.com by ${process.execPath}`,
    ]);
  });
});

function readManifest(folder: string): Record<string, Record<string, string>> {
  return JSON.parse(readRepositoryFile(`${folder}/package.json`));
}

/** Runs something while a folder of the installed modules is away. */
async function without(name: string, run: () => unknown): Promise<void> {
  const folder = join(installed, 'node_modules', name);
  renameSync(folder, `${folder}-away`);
  try {
    await run();
  } finally {
    renameSync(`${folder}-away`, folder);
  }
}

/** Issues a key, serves one request with it, and stops by SIGTERM. */
async function serveOnce(env: Record<string, string>): Promise<void> {
  const options = { entry, cwd: elsewhere, env: { ...environment(), ...env }, timeoutMs: 60_000 };
  const key = await createKeyApart(options, 'free');
  expect(key).toMatch(/^as_live_\w+$/);
  const server = await startServerProcess(options);
  const response = await server.call('/pets', key);
  expect([response.status, await response.json()]).toEqual([200, []]);
  expect((await server.stop()).exitCode).toBe(0);
}

function run(args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(join(prefix, 'bin/animal-store'), args, {
    cwd: elsewhere,
    env: environment(),
    encoding: 'utf8',
  });
}

/** As little as a service manager gives, and the hook that refuses connections. */
function environment() {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    NODE_OPTIONS: `--require ${HOOK}`,
    ALLOWED_HOSTS: REGISTRY_HOSTS.join(),
    REFUSED_FILE: refused,
  };
}

/** The hosts of the registry and of the proxies on the way to it. */
function findRegistryHosts(): string[] {
  const proxies = Object.entries(process.env).filter(([name]) => /^https?_proxy$/i.test(name));
  const registry = execFileSync('npm', ['config', 'get', 'registry'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  return [registry, ...proxies.map(([, address = '']) => address)]
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).hostname);
}

/** What this machine needs to reach the package registry and the compiler's headers, and nothing of a parent npm. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const needed =
    /^(npm_config_(cache|globalconfig|nodedir|registry)|\w+_proxy|NODE_EXTRA_CA_CERTS)$/i;
  const kept = Object.entries(process.env).filter(([name]) => needed.test(name));
  const prebuilds = { npm_config_better_sqlite3_local_prebuilds: scratch };
  return { ...Object.fromEntries(kept), ...prebuilds, ...environment() };
}

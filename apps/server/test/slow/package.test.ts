// The packed server, installed by npm in an empty folder: its files, its commands, and a run on both databases.
import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { REPOSITORY } from '../support/spawn-cli.js';

const { version } = JSON.parse(
  readFileSync(join(REPOSITORY, 'apps/server/package.json'), 'utf8'),
) as { version: string };
const KEY = /^as_live_\w+\n$/;
const MAX_TARBALL_BYTES = 400_000;
const COMMANDS = [
  'serve',
  'keys',
  'pets',
  'orders',
  'usage',
  'backup',
  'restore',
  'migrate',
  'copy',
  'docs',
];

const scratch = mkdtempSync(join(tmpdir(), 'animal-store-package-'));
const prefix = join(scratch, 'prefix');
const home = join(scratch, 'home');
const elsewhere = join(scratch, 'elsewhere');
const installed = join(prefix, 'lib/node_modules/@animal-store/server');
let tarball: string;

beforeAll(() => {
  for (const folder of [prefix, home, elsewhere]) mkdirSync(folder);
  const folder = join(REPOSITORY, 'apps/server');
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', scratch], {
    cwd: folder,
    encoding: 'utf8',
  });
  tarball = join(scratch, name.trim());
  const args = ['install', '--global', '--prefix', prefix, tarball];
  execFileSync('npm', args, { cwd: elsewhere, env: npmEnvironment(), stdio: 'pipe' });
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe('when the packed server is installed', () => {
  test('then the tarball has the program, its documents and the driver build, and nothing else', () => {
    const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    const others = files.filter(
      (file) => !/^package\/(dist|deploy)\/.+(?<!\.d\.ts|\.map)$/.test(file),
    );
    expect(others.sort()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
      'package/sqlite-driver/ensure.js',
      'package/sqlite-driver/find-fault.js',
      'package/sqlite-driver/object-wrap.h',
    ]);
    expect(
      files.filter((file) => /\.ts$|\btests?\b|(^|\/)src\/(?!.*contract)/.test(inServer(file))),
    ).toEqual([]);
    expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
  });

  test('then --version prints the version alone, and --help lists every command', () => {
    expect(run(['--version'])).toMatchObject({ stdout: `${version}\n`, stderr: '', status: 0 });
    const help = run(['--help']);
    expect(help).toMatchObject({ stderr: '', status: 0 });
    const listed = Array.from(help.stdout.matchAll(/^ {2}(\w+)(?= )/gm), ([, name]) => name);
    for (const command of COMMANDS) {
      expect(listed).toContain(command);
      expect(run([command, '--help'])).toMatchObject({ stderr: '', status: 0 });
    }
  });

  test('then a preview of changes is refused with one line, because there is no repository', () => {
    const folder = join(elsewhere, 'site');
    expect(run(['docs', 'export', folder, '--since', 'HEAD'])).toMatchObject({
      stdout: '',
      stderr:
        'animal-store: --since needs a checkout of the repository: it reads the contract from git\n',
      status: 1,
    });
    expect(existsSync(folder)).toBe(false);
    expect(run(['docs', 'export', folder])).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, 'changes.html'), 'utf8')).toContain('<main>');
  });

  test('but its driver is not built, then a command on SQLite says in one line what to run', () => {
    const build = join(installed, 'node_modules/better-sqlite3/build');
    renameSync(build, `${build}-away`);
    try {
      for (const command of [
        ['serve'],
        ['keys', 'create', '--plan', 'free', '--name', 'x'],
        ['backup', 'x'],
      ]) {
        const { stdout, stderr, status } = run(command);
        expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
        expect(stderr).toMatch(
          /^animal-store: cannot use better-sqlite3, .* it is not built yet; run: node ".*ensure\.js"\n$/,
        );
      }
    } finally {
      renameSync(`${build}-away`, build);
    }
  });

  test('then on SQLite it issues a key, serves, backs up, stops and restores', async () => {
    const file = join(elsewhere, 'store.db');
    const env = { DATABASE_URL: `file:${file}` };
    await serveOnce(env, () => {
      expect(run(['backup', 'copy.db'], env)).toMatchObject({ stdout: '', status: 0 });
    });
    expect(run(['restore', 'copy.db'], env)).toMatchObject({ stdout: '', status: 1 });
    expect(run(['restore', 'copy.db', '--force'], env)).toMatchObject({ stdout: '', status: 0 });
    expect(run(['keys', 'list'], env).stdout).toMatch(/shop/);
  });

  describeIfService('PostgreSQL')('then on PostgreSQL', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createDatabase();
    });
    afterAll(() => database.drop());

    test('it issues a key, serves and stops, without the SQLite driver', async () => {
      const driver = join(installed, 'node_modules/better-sqlite3');
      renameSync(driver, `${driver}-away`);
      try {
        await serveOnce({ DATABASE_URL: database.url }, () => {});
      } finally {
        renameSync(`${driver}-away`, driver);
      }
    });
  });
});

/** Issues a key, serves one request with it, and stops by SIGTERM. */
async function serveOnce(env: NodeJS.ProcessEnv, whileServing: () => void): Promise<void> {
  const created = run(['keys', 'create', '--plan', 'free', '--name', 'shop'], env);
  expect(created.stdout).toMatch(KEY);
  const server = spawn(join(prefix, 'bin/animal-store'), ['serve'], {
    cwd: elsewhere,
    env: { ...environment(), ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  try {
    const url = await findUrl(server.stdout);
    const headers = { Authorization: `Bearer ${created.stdout.trim()}` };
    const response = await fetch(`${url}/pets`, { headers });
    expect([response.status, await response.json()]).toEqual([200, []]);
    whileServing();
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
  }
}

async function findUrl(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const [, url] = /"url":"([^"]+)"/.exec(line) ?? [];
    if (url !== undefined) {
      stdout.resume();
      return url;
    }
  }
  throw new Error('the server ended before it listened');
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> {
  return spawnSync(join(prefix, 'bin/animal-store'), args, {
    cwd: elsewhere,
    env: { ...environment(), ...env },
    encoding: 'utf8',
  });
}

/** As little as a service manager gives. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home };
}

/** What this machine needs to reach the package registry and the compiler's headers, and nothing of a parent npm. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const needed =
    /^(npm_config_(cache|globalconfig|nodedir|registry)|\w+_proxy|NODE_EXTRA_CA_CERTS)$/i;
  const kept = Object.entries(process.env).filter(([name]) => needed.test(name));
  return { ...Object.fromEntries(kept), ...environment() };
}

/** The path without the contract's package, whose build has a folder `src`. */
function inServer(file: string): string {
  return file.replace('dist/node_modules/@animal-store/contract/dist/src/', '');
}

// Commands on a store that does not exist: which of them may create one.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeIfService } from '../support/describe-if-service.js';
import { useDatabase } from '../support/each-database.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

/** Commands that work on a store, and must not create one. */
const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'show', 'key_1'],
  ['keys', 'history', 'key_1'],
  ['keys', 'update', 'key_1', '--name', 'shop'],
  ['keys', 'rotate', 'key_1', '--now'],
  ['keys', 'revoke', 'key_1'],
  ['keys', 'unban', 'key_1'],
  ['pets', 'show', '1'],
  ['pets', 'set-status', '1', 'sold'],
  ['pets', 'delete', '1'],
];
const CREATE = ['keys', 'create', '--plan', 'free', '--name', 'shop'];

test('when there is no store, then commands say where, and create none', async () => {
  const file = join(store.folder, 'mistyped', 'store.db');
  const env = { DATABASE_URL: `file:${file}`, INIT_CWD: store.folder };
  for (const args of [...COMMANDS, ['backup', 'copy.db']]) {
    const problem = await store.failureOf(args, env);
    expect(problem).toMatch(/there is no store.*check DATABASE_URL/);
    expect(problem).toContain(file);
  }
  expect(readdirSync(store.folder)).toEqual([]);
  writeFileSync(store.file, ''); // an empty file has no store
  expect(await store.failureOf(['keys', 'list'])).toContain('there is no store');
});

test('when the folder is missing, then commands that create a store refuse, except with --create', async () => {
  const folder = join(store.folder, 'mistyped', 'data');
  const rows = join(store.folder, 'orders.ndjson');
  const backup = join(store.folder, 'backup.db');
  await store.cli(['migrate']);
  await store.cli(['backup', backup]);
  writeFileSync(rows, '');
  const env = { DATABASE_URL: `file:${join(folder, 'store.db')}`, PORT: '0' };
  const imports = ['orders', 'import', rows];
  for (const args of [['serve'], ['migrate'], CREATE, imports, ['restore', backup]]) {
    const problem = await store.failureOf(args, env);
    expect(problem).toMatch(/there is no folder .*check DATABASE_URL/);
    expect(problem).toContain(`no folder ${folder};`);
    expect(existsSync(join(store.folder, 'mistyped'))).toBe(false);
  }
  for (const args of [CREATE, ['migrate']]) {
    expect((await store.cli([...args, '--create'], env)).exitCode).toBe(0);
    rmSync(folder, { recursive: true });
  }
});

describeIfService('PostgreSQL')('when a PostgreSQL database has no store', () => {
  const database = useDatabase();
  test('then commands say so without its password and create no table, and `keys create` creates one', async () => {
    const url = new URL(database.url);
    url.password = 'secret';
    const env = { DATABASE_URL: url.href };
    const tables = () =>
      database.query("SELECT 1 FROM information_schema.tables WHERE table_name = 'pets'");
    const serve = await store.cli(['serve'], { ...env, HOST: '192.0.2.1' });
    expect(serve.stderr).toContain('set HOST to an address of this machine');
    for (const args of COMMANDS) {
      const problem = await store.failureOf(args, env);
      expect(problem).toContain(`${url.host}${url.pathname}: there is no store`);
      expect(problem).not.toContain('secret');
    }
    expect((await tables()).rows).toEqual([]);
    const { stderr, exitCode } = await store.cli(CREATE, env);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`created a new store at postgres://${url.host}${url.pathname}.\n`);
    expect(stderr).not.toContain('secret');
  });
});

test('when a command creates a store, then it says so, and its answer is alone on stdout', async () => {
  const { stdout, stderr } = await store.cli(CREATE);
  expect(stderr).toContain(`created a new store at ${store.file}.\n`);
  expect(stdout).toMatch(/^as_live_\w+\n$/);
  expect((await store.cli(CREATE)).stderr).not.toContain('new store');
  const rows = join(store.folder, 'orders.ndjson');
  writeFileSync(rows, '');
  const env = { DATABASE_URL: `file:${join(store.folder, 'other.db')}` };
  const { stderr: importing } = await store.cli(['orders', 'import', rows], env);
  expect(importing).toContain(`created a new store at ${join(store.folder, 'other.db')}.\n`);
});

// Commands on a store that does not exist: which of them may create one.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeIfService } from '../support/describe-if-service.js';
import { createDatabase } from '../support/postgres.js';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

/** Commands that work on a store, and must not create one. */
const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'show', 'key_1'],
  ['keys', 'history', 'key_1'],
  ['keys', 'update', 'key_1', '--name', 'shop'],
  ['keys', 'rotate', 'key_1'],
  ['keys', 'revoke', 'key_1'],
  ['keys', 'unban', 'key_1'],
  ['pets', 'show', '1'],
  ['pets', 'set-status', '1', 'sold'],
  ['pets', 'delete', '1'],
];
const CREATE = ['keys', 'create', '--plan', 'free', '--name', 'shop'];

describe.each([...COMMANDS, ['backup', 'copy.db']])('%s %s', (...args) => {
  test('when there is no store, then it says where, and creates none', async () => {
    const file = join(store.folder, 'mistyped', 'store.db');
    const env = { DATABASE_URL: `file:${file}`, INIT_CWD: store.folder };
    const { stdout, stderr, exitCode } = await store.cli(args, env);
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(
      /^animal-store: [^\n]*there is no store[^\n]*check DATABASE_URL[^\n]*\n$/,
    );
    expect(stderr).toContain(file);
    expect(readdirSync(store.folder)).toEqual([]);
  });
});

test('when the file is empty, then there is no store in it', async () => {
  writeFileSync(store.file, '');
  const { stderr, exitCode } = await store.cli(['keys', 'list']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('there is no store');
});

describeIfService('PostgreSQL')('when a PostgreSQL database has no store', () => {
  test('then commands say so without its password and create no table, and `keys create` creates one', async () => {
    const database = await createDatabase();
    try {
      const url = new URL(database.url);
      url.password = 'secret';
      const env = { DATABASE_URL: url.href };
      const tables = () =>
        database.query("SELECT 1 FROM information_schema.tables WHERE table_name = 'pets'");
      for (const args of COMMANDS) {
        const { stdout, stderr, exitCode } = await store.cli(args, env);
        expect([stdout, exitCode]).toEqual(['', 1]);
        expect(stderr).toContain(`${url.host}${url.pathname}: there is no store`);
        expect(stderr).not.toContain('secret');
      }
      expect((await tables()).rows).toEqual([]);
      const { stderr, exitCode } = await store.cli(CREATE, env);
      expect(exitCode).toBe(0);
      expect(stderr).toContain(`creating a new store at postgres://${url.host}${url.pathname}.\n`);
      expect(stderr).not.toContain('secret');
    } finally {
      await database.drop();
    }
  });
});

describe('commands that may create a store', () => {
  test('keys create says that it creates one, and its answer is alone on stdout', async () => {
    const { stdout, stderr } = await store.cli(CREATE);
    expect(stderr).toContain(`creating a new store at ${store.file}.\n`);
    expect(stdout).toMatch(/^as_live_\w+\n$/);
    expect((await store.cli(CREATE)).stderr).not.toContain('new store');
  });

  test('orders import says that it creates one', async () => {
    const file = join(store.folder, 'orders.ndjson');
    writeFileSync(file, '');
    const { stderr, exitCode } = await store.cli(['orders', 'import', file]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`creating a new store at ${store.file}.\n`);
  });

  test('migrate says that it created one', async () => {
    const { stderr, exitCode } = await store.cli(['migrate']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/store\.db did not exist, and was created at version \d+\.\n$/);
    expect(existsSync(store.file)).toBe(true);
  });
});

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { useTempStore } from '../../support/use-temp-store.js';

const store = useTempStore();

describe('when serve cannot start, then it exits with 1 and prints one line without a stack:', () => {
  afterEach(async () => {
    expect(await readdir(store.folder)).not.toContain('store.db-wal'); // no connection is left open
  });

  async function expectStartError(env: Record<string, string>, reason: string) {
    const { stdout, stderr, exitCode } = await store.cli(['serve'], { PORT: '0', ...env });
    const others = stdout.replace(/^.*"there was no store: .*\n/m, '');
    expect([others, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(reason);
    return stderr;
  }

  test.each(['-1', '65536', '80x', '', '0x50', ' 80'])('PORT=%j', async (port) => {
    await expectStartError({ PORT: port }, `PORT must be a port from 0 to 65535 (got "${port}")`);
  });

  test.each(['data.db', 'mysql://localhost/db', 'file:'])('DATABASE_URL=%j', async (url) => {
    await expectStartError({ DATABASE_URL: url }, 'DATABASE_URL');
  });

  test('a DATABASE_URL with a password, which is not printed', async () => {
    const url = 'mysql://root:hunter2@localhost/db';
    expect(await expectStartError({ DATABASE_URL: url }, 'mysql:')).not.toContain('hunter2');
  });

  test('a DATABASE_URL of a folder', async () => {
    await mkdir(store.file);
    await expectStartError({}, `cannot open the database ${store.file}`);
  });

  test('a DATABASE_URL of a file that is no database, which stays unchanged', async () => {
    const text = 'plain text, '.repeat(500);
    await writeFile(store.file, text);
    await expectStartError({}, `cannot open the database ${store.file}`);
    expect(await readFile(store.file, 'utf8')).toBe(text);
  });

  test('a port in use', async () => {
    const other = await store.start({ DATABASE_URL: ':memory:' });
    const { port } = new URL(other.url);
    await expectStartError(
      { PORT: port },
      `port ${port} on 127.0.0.1 is already in use; stop the process that uses it, or set PORT to another port`,
    );
  });

  test.each([
    ['nothing.invalid', 'ENOTFOUND nothing.invalid'],
    ['192.0.2.1', 'EADDRNOTAVAIL'],
  ])('HOST=%s, which this machine does not have', async (host, reason) => {
    const message = await expectStartError({ HOST: host, DATABASE_URL: ':memory:' }, reason);
    expect(message).toContain('; set HOST to an address of this machine');
  });

  test('a database with a newer schema, which stays unchanged', async () => {
    const newer = new Database(store.file);
    newer.exec('CREATE TABLE future (id INTEGER); PRAGMA user_version = 999');
    newer.close();
    const before = await readFile(store.file);
    await expectStartError({}, 'version 999');
    expect((await store.cli(['keys', 'list'])).stderr).toContain('version 999');
    expect(await readFile(store.file)).toEqual(before);
  });
});

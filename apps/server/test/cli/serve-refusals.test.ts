import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { useTempStore } from '../support/use-temp-store.js';

const store = useTempStore();

describe('a start that cannot be says why in one line, without a stack, and exits 1', () => {
  afterEach(async () => {
    expect(await readdir(store.folder)).not.toContain('store.db-wal'); // nothing is left open
  });

  async function expectRefusal(env: Record<string, string>, reason: string) {
    const { stdout, stderr, exitCode } = await store.cli(['serve'], { PORT: '0', ...env });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toMatch(/^animal-store: .+\n$/);
    expect(stderr).toContain(reason);
    return stderr;
  }

  test.each(['-1', '65536', '80x', '', '0x50', ' 80'])('PORT=%j', async (port) => {
    await expectRefusal({ PORT: port }, `PORT must be a port from 0 to 65535 (got "${port}")`);
  });

  test.each(['data.db', 'mysql://localhost/db', 'file:'])('DATABASE_URL=%j', async (url) => {
    await expectRefusal({ DATABASE_URL: url }, 'DATABASE_URL');
  });

  test('a DATABASE_URL with a password does not show it', async () => {
    const url = 'mysql://root:hunter2@localhost/db';
    expect(await expectRefusal({ DATABASE_URL: url }, 'mysql:')).not.toContain('hunter2');
  });

  test('a DATABASE_URL that names a folder', async () => {
    await mkdir(store.file);
    await expectRefusal({}, `cannot open the database ${store.file}`);
  });

  test('a DATABASE_URL that names something else than a database, which stays as it was', async () => {
    const text = 'dear diary, '.repeat(500);
    await writeFile(store.file, text);
    await expectRefusal({}, `cannot open the database ${store.file}`);
    expect(await readFile(store.file, 'utf8')).toBe(text);
  });

  test('a port in use', async () => {
    const other = await store.start({ DATABASE_URL: ':memory:' });
    const { port } = new URL(other.url);
    await expectRefusal(
      { PORT: port },
      `port ${port} on 127.0.0.1 is already in use; stop the process that uses it, or set PORT to another port`,
    );
  });

  test('a database that a newer program has written, which stays as it was', async () => {
    const newer = new Database(store.file);
    newer.exec('CREATE TABLE future (id INTEGER); PRAGMA user_version = 999');
    newer.close();
    const before = await readFile(store.file);
    await expectRefusal({}, 'version 999');
    expect((await store.cli(['keys', 'list'])).stderr).toContain('version 999');
    expect(await readFile(store.file)).toEqual(before);
  });
});

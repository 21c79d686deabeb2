// POSIX locks of SQLite. Closing any descriptor of a file drops all locks that the process holds on it.
import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findDamage } from '@animal-store/engine/internal/storage/sqlite/files/check-database';
import { migrateDatabase } from '@animal-store/engine/internal/storage/sqlite/files/open-database';
import { backUp } from '@animal-store/engine/internal/storage/sqlite/files/sqlite-backup';
import {
  acquireServerLock,
  readServerLoad,
} from '@animal-store/engine/internal/storage/sqlite/files/sqlite-server-lock';
import { createSqliteStore, type Store } from '../../support/open-stores.js';
import { shop } from '../../support/plain-shop.js';

const DRIVER = createRequire(__filename).resolve('better-sqlite3');

let folder: string;
let file: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-locks-'));
  file = join(folder, 'store.db');
  store = createSqliteStore(file);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Runs SQL in another process on a new connection. Returns the rows, or the code of the error. */
async function inOtherProcess(database: string, sql: string): Promise<unknown> {
  const script = `
    const [driver, file, sql] = process.argv.slice(1);
    const database = new (require(driver))(file, { timeout: 0 });
    try {
      const statement = database.prepare(sql);
      console.log(JSON.stringify(statement.reader ? statement.pluck().all() : statement.run().changes));
    } catch ({ code }) {
      console.log(JSON.stringify(code));
    } finally {
      database.close();
    }`;
  const args = ['-e', script, DRIVER, database, sql];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Locks of this process, from /proc/locks. */
function locks(): string[] {
  const lines = readFileSync('/proc/locks', 'utf8').split('\n');
  const own = lines.filter((line) => line.split(/\s+/)[4] === `${process.pid}`);
  return own.map((line) => line.replace(/^\d+: /, '')).sort();
}

/** Open files of this process in the folder. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return []; // the descriptor that listed the folder
    }
  });
}

const NAMES = 'SELECT name FROM pets ORDER BY id';
const add = (name: string) => store.pets.insert({ name, categoryId: 1 });

describe.each<[string, () => unknown]>([
  ['opens a second store on the file', () => createSqliteStore(file).close()],
  ['checks the file', () => findDamage(file)],
  ['migrates the file', () => migrateDatabase(file, shop.schema)],
  ['backs the file up', () => backUp(file, join(folder, 'backup.db'), () => {})],
])('when a process with an open store %s', (_, act) => {
  test('then no row committed by it or another process is lost', async () => {
    await add('first');
    const before = locks();
    expect(before).not.toEqual([]);
    await act();
    expect(locks()).toEqual(before);
    expect(
      await inOtherProcess(file, "INSERT INTO pets (name, category_id) VALUES ('other', 1)"),
    ).toBe(1);
    await add('last');
    expect(await inOtherProcess(file, NAMES)).toEqual(['first', 'other', 'last']);
  });
});

test('when a second lock is refused, then the first is still held', async () => {
  const lock = acquireServerLock(file);
  expect(() => acquireServerLock(file)).toThrow('a server is serving');
  expect(await inOtherProcess(`${file}-serving`, 'BEGIN EXCLUSIVE')).toBe('SQLITE_BUSY');
  lock.release();
});

test('when stores are opened next to an open one, then no descriptors leak', async () => {
  await createSqliteStore(file).close();
  const before = openFiles();
  for (let opened = 0; opened < 10; opened += 1) await createSqliteStore(file).close();
  expect(openFiles()).toEqual(before);
});

test('when a server is idle or busy, then its lock file says so, and has the time of the last change', () => {
  const lockFile = `${file}-serving`;
  const startMs = Date.now();
  const lock = acquireServerLock(file);
  for (const load of ['idle', 'busy', 'idle'] as const) {
    utimesSync(lockFile, 0, 0); // as of an earlier version
    lock.setLoad(load);
    expect(readServerLoad(file)).toBe(load);
    expect(statSync(lockFile).mtimeMs).toBeGreaterThan(startMs - 1_000);
  }
  lock.release();
});
